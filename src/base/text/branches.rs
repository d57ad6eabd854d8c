//! Trees as text, with parentheses around alternatives.

/// Prints a tree from `start`, depth first; `node` prints one node. If a node has several children, each one's line
/// is between `opening` and `)`. Not recursive, so that long lines can't overflow the stack.
pub fn print<N: Copy>(
    text: &mut String,
    start: N,
    opening: &str,
    children: impl Fn(N) -> Vec<N>,
    mut node: impl FnMut(&mut String, N),
) {
    // The lines to print; `None` ends a line.
    let mut open = vec![Some(start)];
    let mut is_start = true;
    while let Some(line) = open.pop() {
        let Some(mut at) = line else {
            text.push(')');
            continue;
        };
        if !std::mem::take(&mut is_start) {
            text.push_str(opening);
        }
        loop {
            node(text, at);
            match children(at)[..] {
                [] => break,
                [only] => at = only,
                ref several => {
                    open.extend(several.iter().rev().flat_map(|&child| [None, Some(child)]));
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_of_several_stand_in_parentheses() {
        let children = |node: u32| match node {
            0 => vec![1],
            1 => vec![2, 3],
            3 => vec![4, 5],
            _ => vec![],
        };
        let mut text = String::new();
        super::print(&mut text, 0, " (", children, |text, node| {
            *text += &node.to_string();
        });
        assert_eq!(text, "01 (2) (3 (4) (5))");
    }
}
