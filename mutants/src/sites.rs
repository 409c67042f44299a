//! Places that can be changed, and into what.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, BinOp, Block, Expr, Pat, ReturnType, Stmt, Type, UnOp};

/// What stands for "this mutant is the chosen one" until it has a number.
pub(crate) const ON: &str = "@ON@";

/// A place that can be changed.
pub(crate) struct Site {
    /// The file, from the root of the repository.
    pub(crate) file: PathBuf,
    /// Its line, from 1.
    pub(crate) line: usize,
    /// The function.
    pub(crate) function: String,
    /// What is changed into what.
    pub(crate) what: String,
    /// Which it is of those that are so far alike, from 0.
    pub(crate) nth: usize,
    /// Texts in place of others, in their order.
    pub(crate) edits: Vec<(Range<usize>, String)>,
}

impl Site {
    /// What stays the same of it when other places change, in one line.
    pub(crate) fn known_as(&self) -> String {
        format!("{} {} {} {}", self.file.to_string_lossy().replace('\\', "/"), self.function, self.nth, self.what)
    }

    /// From the first byte that is changed to the last.
    pub(crate) fn range(&self) -> Range<usize> {
        self.edits[0].0.start..self.edits[self.edits.len() - 1].0.end
    }

    /// Whether a phrase is written twice, so that nothing within may be changed as well.
    pub(crate) fn copies(&self) -> bool {
        self.edits.iter().any(|(range, _)| !range.is_empty())
    }
}

/// All places of the files under some folders.
pub(crate) fn of(root: &Path, folders: &[&str], left_out: &[&str]) -> Vec<Site> {
    let mut files = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut files);
    }
    files.sort();
    let mut sites = Vec::new();
    for file in files {
        let short = file.strip_prefix(root).expect("under the root").to_path_buf();
        let name = short.to_string_lossy().replace('\\', "/");
        if left_out.iter().any(|part| name.contains(part)) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{name}: {error}"));
        let parsed = syn::parse_file(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut finder = Finder { text: &text, file: short, functions: Vec::new(), sites: &mut sites };
        finder.visit_file(&parsed);
    }
    let mut alike: HashMap<(PathBuf, String, String), usize> = HashMap::new();
    for site in &mut sites {
        let many = alike.entry((site.file.clone(), site.function.clone(), site.what.clone())).or_default();
        site.nth = *many;
        *many += 1;
    }
    sites
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())).flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => collect(&path, files),
            false if path.extension().is_some_and(|end| end == "rs") => files.push(path),
            false => {}
        }
    }
}

/// Goes over a file.
struct Finder<'f> {
    text: &'f str,
    file: PathBuf,
    functions: Vec<String>,
    sites: &'f mut Vec<Site>,
}

impl Finder<'_> {
    fn add(&mut self, at: Span, what: String, edits: Vec<(Range<usize>, String)>) {
        let Some(function) = self.functions.last() else { return };
        let what = what.split_whitespace().collect::<Vec<_>>().join(" ");
        self.sites.push(Site {
            file: self.file.clone(),
            line: at.start().line,
            function: function.clone(),
            what,
            nth: 0,
            edits,
        });
    }

    fn said(&self, node: &impl Spanned) -> &str {
        &self.text[bytes(node.span())]
    }

    /// One phrase in place of another.
    fn instead(&mut self, whole: Span, other: &str) {
        let old = &self.text[bytes(whole)];
        let (what, new) = (format!("{old} -> {other}"), format!("(if {ON} {{ {other} }} else {{ {old} }})"));
        self.add(whole, what, vec![(bytes(whole), new)]);
    }

    /// A condition that always holds, or never.
    fn always(&mut self, condition: &Expr) {
        if has_let(condition) {
            return;
        }
        let range = bytes(condition.span());
        let said = self.said(condition).to_owned();
        for (what, before) in [("true", format!("({ON} || (")), ("false", format!("(!{ON} && ("))] {
            let edits = vec![(range.start..range.start, before), (range.end..range.end, "))".to_owned())];
            self.add(condition.span(), format!("if {said} -> {what}"), edits);
        }
    }

    /// A function that answers at once.
    fn at_once(&mut self, output: &ReturnType, block: &Block) {
        let start = bytes(block.brace_token.span.open()).end;
        for answer in answers(output) {
            let name = self.functions.last().cloned().unwrap_or_default();
            let text = format!(" if {ON} {{ return {answer}; }} ");
            self.add(
                block.span(),
                format!("{name}() at once: {}", if answer.is_empty() { "()" } else { answer }),
                vec![(start..start, text)],
            );
        }
    }

    fn within(&mut self, name: String, visit: impl FnOnce(&mut Self)) {
        self.functions.push(name);
        visit(self);
        self.functions.pop();
    }
}

fn bytes(span: Span) -> Range<usize> {
    span.byte_range()
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        Expr::Paren(inner) => has_let(&inner.expr),
        _ => false,
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string().contains("test"),
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::NameValue(_) => false,
    })
}

/// What a function of such a type may answer without looking.
fn answers(output: &ReturnType) -> &'static [&'static str] {
    let ReturnType::Type(_, kind) = output else { return &[""] };
    let Type::Path(path) = &**kind else { return &[] };
    let Some(last) = path.path.segments.last() else { return &[] };
    match last.ident.to_string().as_str() {
        "bool" => &["true", "false"],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" => &["0", "1"],
        "Option" => &["None"],
        "Vec" => &["Vec::new()"],
        _ => &[],
    }
}

/// The operator that takes the place of another.
fn other(operator: &BinOp) -> Option<&'static str> {
    Some(match operator {
        BinOp::Add(_) => "-",
        BinOp::Sub(_) => "+",
        BinOp::Mul(_) => "+",
        BinOp::Div(_) => "*",
        BinOp::Rem(_) => "/",
        BinOp::And(_) => "||",
        BinOp::Or(_) => "&&",
        BinOp::BitAnd(_) => "|",
        BinOp::BitOr(_) => "&",
        BinOp::BitXor(_) => "|",
        BinOp::Shl(_) => ">>",
        BinOp::Shr(_) => "<<",
        BinOp::Eq(_) => "!=",
        BinOp::Ne(_) => "==",
        BinOp::Lt(_) => "<=",
        BinOp::Le(_) => "<",
        BinOp::Gt(_) => ">=",
        BinOp::Ge(_) => ">",
        BinOp::AddAssign(_) => "-=",
        BinOp::SubAssign(_) => "+=",
        BinOp::BitAndAssign(_) => "|=",
        BinOp::BitOrAssign(_) => "&=",
        BinOp::BitXorAssign(_) => "|=",
        _ => return None,
    })
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_test(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if function.sig.constness.is_none() && !is_test(&function.attrs) {
            self.within(function.sig.ident.to_string(), |finder| {
                finder.at_once(&function.sig.output, &function.block);
                visit::visit_block(finder, &function.block);
            });
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.sig.constness.is_none() && !is_test(&function.attrs) {
            self.within(function.sig.ident.to_string(), |finder| {
                finder.at_once(&function.sig.output, &function.block);
                visit::visit_block(finder, &function.block);
            });
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let of = item.trait_.as_ref().and_then(|(_, path, _)| path.segments.last()).map(|last| last.ident.to_string());
        if !is_test(&item.attrs) && !of.is_some_and(|name| name == "Debug" || name == "Display") {
            visit::visit_item_impl(self, item);
        }
    }

    // What is worked out while compiling cannot ask which mutant is chosen.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        if let Some(other) = other(&both.op).filter(|_| !has_let(&both.left) && !has_let(&both.right)) {
            let text = format!("{} {other} {}", self.said(&both.left), self.said(&both.right));
            self.instead(both.span(), &text);
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if matches!(unary.op, UnOp::Not(_) | UnOp::Neg(_)) && !matches!(&*unary.expr, Expr::Lit(_)) {
            let text = self.said(&unary.expr).to_owned();
            self.instead(unary.span(), &text);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_if(&mut self, branch: &'ast syn::ExprIf) {
        self.always(&branch.cond);
        visit::visit_expr_if(self, branch);
    }

    fn visit_expr_match(&mut self, choice: &'ast syn::ExprMatch) {
        let open = choice.arms.last().is_some_and(|arm| arm.guard.is_none() && matches!(arm.pat, Pat::Wild(_)));
        for arm in &choice.arms {
            match &arm.guard {
                Some((_, guard)) => self.always(guard),
                None if open && !matches!(arm.pat, Pat::Wild(_)) => {
                    let end = bytes(arm.pat.span()).end;
                    let what = format!("{} => left to `_`", self.said(&arm.pat));
                    self.add(arm.pat.span(), what, vec![(end..end, format!(" if !{ON}"))]);
                }
                None => {}
            }
        }
        visit::visit_expr_match(self, choice);
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement
            && (matches!(expr, Expr::MethodCall(_) | Expr::Call(_) | Expr::Assign(_))
                || matches!(expr, Expr::Binary(both) if other(&both.op).is_some()))
        {
            let range = bytes(statement.span());
            let what = format!("{} left out", self.said(statement));
            let edits = vec![(range.start..range.start, format!("if !{ON} {{ ")), (range.end..range.end, " }".to_owned())];
            self.add(statement.span(), what, edits);
        }
        visit::visit_stmt(self, statement);
    }
}
