
# Bash takes words apart at `:` and `=` (COMP_WORDBREAKS), which are in the midst of agents' names and options: `level:3`, `--agent=greedy`.
# What stands together on the line is one word here, and of what is offered only the part is given back that bash is to put in.
_clap_complete_draughtsman() {
    local IFS=$'\013'
    local words=() index=0 current= place=0 rest=$COMP_LINE before= word blanks part stuck i
    for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
        word=${COMP_WORDS[i]}
        blanks=${rest%%[!$' \t\n']*}
        if [[ ${rest:${#blanks}} == "$word"* ]]; then
            ((place += ${#blanks}))
            part=${COMP_LINE:place:COMP_POINT > place ? COMP_POINT - place : 0}
            ((place += ${#word}))
            rest=${COMP_LINE:place}
        else
            blanks=' ' part=$2
        fi
        if [[ $i == 0 || -n $blanks || ! ($word =~ ^[:=]+$ || $before =~ ^[:=]+$) ]]; then
            words+=("")
        elif [[ -n $current && $((${#words[@]} - 1)) == "$index" ]]; then
            # This stands behind the cursor, in the same word.
            continue
        fi
        if [[ $i == "$COMP_CWORD" ]]; then
            index=$((${#words[@]} - 1))
            words[index]+=$part
            current=yes
        else
            words[${#words[@]} - 1]+=$word
        fi
        before=$word
    done
    local _CLAP_COMPLETE_SPACE=true
    if compopt +o nospace 2> /dev/null; then
        _CLAP_COMPLETE_SPACE=false
    fi
    COMPREPLY=( $( \
        _CLAP_IFS="$IFS" \
        _CLAP_COMPLETE_INDEX="$index" \
        _CLAP_COMPLETE_COMP_TYPE="${COMP_TYPE-}" \
        _CLAP_COMPLETE_SPACE="$_CLAP_COMPLETE_SPACE" \
        DRAUGHTSMAN_COMPLETE="bash" \
        "draughtsman" -- "${words[@]}" \
    ) )
    if [[ $? != 0 ]]; then
        unset COMPREPLY
        return
    fi
    stuck=${words[index]%"$2"}
    if [[ -n $stuck && ${#COMPREPLY[@]} -gt 0 ]]; then
        COMPREPLY=("${COMPREPLY[@]#"$stuck"}")
    fi
    if [[ $_CLAP_COMPLETE_SPACE == false && "${COMPREPLY-}" =~ [=/:]$ ]]; then
        compopt -o nospace
    fi
}
if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -o nospace -o bashdefault -o nosort -F _clap_complete_draughtsman draughtsman
else
    complete -o nospace -o bashdefault -F _clap_complete_draughtsman draughtsman
fi
