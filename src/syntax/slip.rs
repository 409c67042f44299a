//! Recognises misspellings: words that can only be a misspelt other word. Only spelling is considered; callers decide whether
//! the other word makes sense in its place.

use super::glossary;
use super::plain::{PIECES, PLAIN, USUAL};

/// Prefixes that make the contrary of a word, with or without a hyphen.
const NEGATING: [&str; 6] = ["non", "not", "no", "un", "dis", "anti"];

/// In words longer than this, two letters may be wrong; else one.
const LONG: usize = 7;

/// Whether a word can only be a misspelling of another: one or two letters differ, it is not a common English word, and it is
/// not the contrary of the other.
///
/// ```
/// use draughtsman::syntax::is_slip;
/// assert!(is_slip("forwrd", "forward") && is_slip("far_row", "far-row") && is_slip("kings", "king"));
/// assert!(!is_slip("one", "none") && !is_slip("near-row", "far-row") && !is_slip("non-diagonal", "diagonal"));
/// ```
pub fn is_slip(written: &str, meant: &str) -> bool {
    let (written, meant) = (bare(written), bare(meant));
    if joined(&written) == joined(&meant) || is_plural(&written, &meant) || is_plural(&meant, &written) {
        return true;
    }
    let letters = written.chars().count();
    let wrong = if letters > LONG { 2 } else { 1 };
    let far = strsim::damerau_levenshtein(&written, &meant);
    far <= wrong
        && !may_be_a_piece(&written, &meant, far)
        && !is_contrary(&written, &meant)
        && !is_contrary(&meant, &written)
        && !differs_in_a_word(&written, &meant)
}

/// The words of which this one is the contrary by its prefix.
///
/// ```
/// use draughtsman::syntax::contrary_of;
/// assert_eq!(contrary_of("non-diagonal").collect::<Vec<_>>(), ["diagonal"]);
/// assert_eq!(contrary_of("notempty").collect::<Vec<_>>(), ["empty", "tempty"]);
/// ```
pub fn contrary_of(word: &str) -> impl Iterator<Item = &str> {
    let hyphenated = word.split_once('-').filter(|(negating, _)| NEGATING.contains(negating)).map(|(_, rest)| rest);
    let negating = if hyphenated.is_some() { &[] } else { &NEGATING[..] };
    let joined = negating.iter().filter_map(|negating| word.strip_prefix(negating));
    hyphenated.into_iter().chain(joined).filter(|rest| !rest.is_empty())
}

/// Whether a word has the form of a contrary of another word, or of a misspelling of it.
fn is_contrary(word: &str, other: &str) -> bool {
    let near = |rest: &str| rest.len() > 2 && strsim::damerau_levenshtein(rest, other) <= 1;
    contrary_of(word).any(|rest| rest == other || near(rest) && contrary_of(other).next().is_none())
}

/// Whether a word close to one of the language is as close to a usual name of a piece: `kin` may be `kind` or `king`.
fn may_be_a_piece(written: &str, meant: &str, far: usize) -> bool {
    let near = |name: &&str| **name != *meant && strsim::damerau_levenshtein(written, name) <= far;
    glossary::of(meant).next().is_some() && USUAL.iter().chain(PIECES).any(near)
}

/// Whether the written word, or a part of it that differs, is an English word.
fn differs_in_a_word(written: &str, meant: &str) -> bool {
    let (parts, others): (Vec<&str>, Vec<&str>) = (written.split('-').collect(), meant.split('-').collect());
    let differs = |(i, part): (usize, &&str)| parts.len() != others.len() || others.get(i) != Some(part);
    is_ordinary(written) || parts.iter().enumerate().any(|(i, part)| differs((i, part)) && is_ordinary(part))
}

fn is_ordinary(word: &str) -> bool {
    let plain = || PLAIN.iter().any(|row| row.words.contains(&word));
    ORDINARY.split_ascii_whitespace().any(|one| one == word) || glossary::of(word).next().is_some() || plain()
}

fn bare(word: &str) -> String {
    word.to_lowercase().replace('_', "-")
}

fn joined(word: &str) -> String {
    word.replace('-', "")
}

fn is_plural(word: &str, one: &str) -> bool {
    word.strip_suffix('s') == Some(one)
}

/// Common English words that are close to a word of the language or to a usual name of a piece.
const ORDINARY: &str = "\
    aboard ace act adoption afar affects ago aid ale ally alter am amen ant apposite apt apter arise art ash aside \
    ask ass ate atone away ax ay back backhand bake baking ball balled ban band banding bands bandying bank bar bard \
    bass bat bay be beach beard beast bed beg begs bend bends best bests bet bide bile bin bind bins bit bite blank \
    blanking blast blending blinding block blued bluer blur boa boar boars bob bog bone boo book boon bop border \
    both bottomed bounce bow boy braise branding bred brook brow bump burn burns bust buy bye bypassed cab cabled \
    cabs cad cake caking calked call caller callused calmed cam came candling candying cane cannon cant cantered cap \
    capsuled captures car carolled cast cat caw chair chanced change chin choosey choosier choosy chop chose chow \
    cite clack clan clanging clanking clay cleavers cleaves click cloak closes cluck clue cock come component \
    composite con cone continual continued continuum convince cook cop core cost cot counted countered countess \
    counties county court cove cover coves cow cower cox crank crests crock crook crow culled cultured dabs dad dame \
    dank dawn day deaves deep defiance defile defined definite deflects den dew diagonally dice die dike dime din \
    dine dins dire dither dived diver do dome don done doses dot dove doves down drab drag drank drawl drawn drew \
    drive dump dust ear ease easy eat eats eaves edged edger edgy eery effected ego eking encounter enema eon estate \
    etch ether ever exchanged exponent faced facet fact factor fad fade fair fake faking fall falser fame fan farce \
    fare farm fast fat fate fawn faze fear feast fed fen fend fends few filed filet fill film fin find fine fins fir \
    fire fireplace firs fist fit five flanking flock flower flu flue foe fog ford fore forewarn foreword fork form \
    fort forth forwarded forwarder fount four fox frail frank fro frog front fry fur gabs gage gale gall galled \
    gamed gamer gape gas gassed gate gave gay gaze get gin gins give glancing glands glower glue gob god gone goo \
    goon got gown grow gust half hall hand handing handling hands hare has hat hay he heaves hedge hen her herb herd \
    hero hers hew hide hideaways hind hip hire his hit hither hive hoard hoe hog hole homed homey homie homy hone \
    hook hoop hope hose hoses host hot hove hover how hump ill ink inn ins into ion its jabs jar jay jest jests jet \
    joint jot jumpy just keel keen keg kegs kelp ken kid kin kinda kinds kink kinks kit kite knew knighted knot labs \
    lace lack lading lads lag lags lake lame lancing land lanes larding lards lash lass late lauding lauds lawn lay \
    layer leach leapt lease leases leash leaved led ledge lee left lend lending lends lens lent lept less lest lets \
    letup list lit lither live loaves lobes lock log logs lone look loon looses lop lopes loser losers loss losses \
    lost lot louses love lover loves low lowed lug lugs lump lust ma mace mad main make making mall mane many map \
    mar mass massed mast mat me mean mend mends menu mere mes met mew mien mile mind mist mite moan moat mode modes \
    moist mole moles molt monument moon moot mop mope mopes more moss mount mouth moved movers movie movies mow \
    mower muse mush musk muss musty mutt my nabs name nay near neither nest nests net never newt next niece night \
    nine nit nite nod node non nook noon nor nose noses note now nut oaf oar obligating odd odder off oh older omen \
    one opposing optional optioned ore ounce our oust oven overt owe owl owned ox pace pact pads pain paint palace \
    pall palled pals pan pans pant par pars parsed part pas passer passes pasta paste pasted pasts pastured pasty \
    pat pats paused pavement paw paws pay payer pays peace peach peep peg pegs pen pend pends perfects perverse pest \
    pests pet pew pieced pierce pile pin pins pint pit placed plaice plan plane planking planning planting plate \
    played ploy ply pop poses post pot potion pounced power praise prank prawn pray prayer present presents \
    prevalent prevented print prior probation prom promoted promoting prompted prompter proportion prow pump puss \
    queer race rack rafter rail raised rake raking ran rang rant rapture raptures rat raw ray re reach read rear \
    recalled recapture recaptured redefine redo reed refine reflects rehearse rejoinder remained reminded reminder \
    reminders remote removable removed rend rends rents repeal repeals repeated repent repents replaced required \
    resets reshuffle respects rest retainer retreats rev revere reveres reverie reveries reversal reversed reverted \
    revery rid ride right rile rind ring rings rink rise rite rob rock rod roe roof room root roses rot rue rued \
    rump ruptured rust rusts sake same sand sanding sands sank sat sawn say scan scare scope scored scorer scorn \
    scuffle scuffled scuffles sea seat sec sect see seep send sends sent sew sex she sheep shod shoe shone shoo \
    shoon shop shore shot shown showy shuffled sided sidewalk sidewalks sidle sin sine sing sings sins sire sit \
    sited sits size skate slack slanting slate slay sleep slide slow slower sly smart smite snide snore snot snow so \
    sole son soot sop sore sow sown sox spate spawn spite spoon spore squared squarely squarer squarest squire \
    stacking stage stake staking stale stalking standing star stare stark stars stated stater statue stave steep \
    stem stew stoke stole stoned stoney stony stop store stove stow stricken stride strife striker strikers stripe \
    strive stroke suite supple sway sweet swoon swore tabs tacking tackling tail taker takes tale talking tall tame \
    taming tan tank tanking tap tape taping tar tart tasking taxing teach tee teen ten tend tends test tests than \
    thanking thee them there they thin three tide tie tile tin ting tings tins tip tit toe token tome ton tonal tone \
    too took torn tost tot tow tower town toy tracking train trait traverse trawl tree trial truce trued truer turf \
    turfs tweaking twins two unto urn urns us vague valued valve van vast vat vend vends very vest vests vet victor \
    victors vile vow wad wag wake waken waking wall walled wan wand wands war wary was wavy wax waxy weaves wed \
    wedge weep weest went wept were wet wets whet while whine whiten whiter whoa whom whore why wide width wigs win \
    wind winds wine wines wing wings wink winks wish wist wit witch wither wits wive won woo worth worthiest wot \
    wove wow wren wrest wrests write wry yank yawn yeast yen yet yew youth zany zest zests zone";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips() {
        for (written, meant) in [
            ("whne", "when"),
            ("mya", "may"),
            ("kign", "king"),
            ("diagnal", "diagonal"),
            ("orthoganol", "orthogonal"),
            ("idle_limit", "idle-limit"),
            ("anyway", "any-way"),
            ("hmoe-row", "home-row"),
            ("turn", "turns"),
            ("white", "White"),
            ("backwrd", "backward"),
        ] {
            assert!(is_slip(written, meant), "{written} {meant}");
        }
    }

    #[test]
    fn words_of_their_own() {
        for (written, meant) in [
            ("near-row", "far-row"),
            ("rear-row", "far-row"),
            ("non-diagonal", "diagonal"),
            ("undiagonal", "diagonal"),
            ("undiagnal", "diagonal"),
            ("unempty", "empty"),
            ("noking", "king"),
            ("not-forward", "forward"),
            ("moved", "unmoved"),
            ("one", "none"),
            ("sole", "some"),
            ("same", "some"),
            ("captured", "capture"),
            ("on", "of"),
            ("hand", "land"),
            ("kigns", "knights"),
            ("king", "kind"),
            ("kinf", "kind"),
        ] {
            assert!(!is_slip(written, meant), "{written} {meant}");
        }
    }

    #[test]
    fn no_word_of_the_language_is_listed() {
        let listed = ORDINARY.split_ascii_whitespace().filter(|word| glossary::of(word).next().is_some());
        assert_eq!(listed.collect::<Vec<_>>(), [""; 0]);
    }
}
