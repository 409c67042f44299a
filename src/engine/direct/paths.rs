//! Paths: every way in which a piece can follow one.

use super::super::word::Word;
use super::phrases::Phrases;
use super::scene::Scene;
use crate::program::Program;
use crate::program::code::PathId;

/// A compiled path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Course(pub(super) u16);

/// One way to follow a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leg<B> {
    /// The direction.
    pub(super) way: u8,
    /// Where the piece ends; its own site if it stays.
    pub(super) to: B,
    /// What it takes; see [`Phrases::in_order`].
    pub(super) taken: B,
    /// The pieces that it goes over without taking.
    pub(super) passed: B,
}

impl<B: Word> Phrases<B> {
    /// Compiles a path; none if some phrase of it has no form.
    pub(super) fn path(&mut self, program: &Program, path: PathId) -> Option<Course> {
        let _ = (program, path);
        unimplemented!()
    }

    /// Hands on every way for the piece on a site to follow a path with it as the acting piece; not in the directions barred.
    pub(super) fn each(&self, course: Course, scene: &Scene<B>, from: B, barred: u64, found: &mut impl FnMut(Leg<B>)) {
        let _ = (course, scene, from, barred, found);
        unimplemented!()
    }

    /// Those of the pieces on these sites that can follow a path, each as the acting piece, in a direction that is not barred.
    pub(super) fn able(&self, course: Course, scene: &Scene<B>, among: B, barred: u64) -> B {
        let _ = (course, scene, among, barred);
        unimplemented!()
    }

    /// Those of the pieces on these sites that can follow a path in one direction.
    pub(super) fn movers(&self, course: Course, scene: &Scene<B>, among: B, way: usize) -> B {
        let _ = (course, scene, among, way);
        unimplemented!()
    }

    /// What a leg takes, in the order of its path.
    pub(super) fn in_order(&self, course: Course, from: B, leg: &Leg<B>, each: &mut impl FnMut(B)) {
        let _ = (course, from, leg, each);
        unimplemented!()
    }
}
