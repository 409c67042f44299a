//! JUnit XML: a suite for each file, a test case for each thing that was tested.
//!
//! <https://docs.gitlab.com/ci/testing/unit_test_reports/>

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use crate::cli::answer::Failure;

use super::{Fault, Tried};

/// The whole report.
pub(super) fn report(command: &str, tried: &[Tried]) -> Result<String, Failure> {
    let mut report = Report::new(format!("draughtsman {command}"));
    for of_file in tried.chunk_by(|one, next| one.file == next.file) {
        let mut suite = TestSuite::new(of_file[0].file.as_str());
        suite.add_test_cases(of_file.iter().map(case));
        report.add_test_suite(suite);
    }
    let text = report.to_string().map_err(Failure::wrong)?;
    // XML does not allow these two characters (XML 1.0, section 2.2), and quick-junit leaves them in.
    Ok(text.replace(['\u{FFFE}', '\u{FFFF}'], ""))
}

fn case(tried: &Tried) -> TestCase {
    let (grave, light): (Vec<&Fault>, Vec<&Fault>) = tried.faults.iter().partition(|fault| fault.grave);
    let told = |faults: &[&Fault]| faults.iter().map(|fault| fault.text.trim_end()).collect::<Vec<_>>().join("\n\n");
    let mut status = TestCaseStatus::success();
    if let Some(first) = grave.first() {
        let unread = grave.iter().all(|fault| fault.kind == Fault::UNREAD);
        status = TestCaseStatus::non_success(if unread { NonSuccessKind::Error } else { NonSuccessKind::Failure });
        status.set_type(first.kind.as_str());
        status.set_message(match grave.len() {
            1 => first.message.clone(),
            more => format!("{}, and {} more", first.message, more - 1),
        });
        status.set_description(told(&grave));
    }
    let mut case = TestCase::new(tried.name.as_str(), status);
    case.set_classname(tried.file.as_str());
    case.extra.insert("file".into(), tried.file.as_str().into());
    if !light.is_empty() {
        case.set_system_out(told(&light));
    }
    case
}
