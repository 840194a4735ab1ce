# A document is replaced by a link to another file: what that holds is none of its versions.
#: before
printf 'n\n' > n.md; printf 'keep\n' > keep.md
#: while it watches
printf 'elsewhere\n' > "$T/e.md"; ln -sf "$T/e.md" n.md; sleep 1.5; printf 'keep on\n' > keep.md
#: told
changed n.md
changed keep.md
#: while it watches
rm n.md
#: told
deleted n.md
#: there
keep.md: keep on\n
