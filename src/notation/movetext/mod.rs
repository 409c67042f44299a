//! x
/// x
pub fn texts(_e: &crate::model::Equipment, m: &[crate::engine::moves::Move], _f: bool) -> Vec<String> {
    vec![String::new(); m.len()]
}
/// x
pub fn chosen_words(_e: &crate::model::Equipment, _m: &crate::engine::moves::Chosen) -> String {
    String::new()
}
