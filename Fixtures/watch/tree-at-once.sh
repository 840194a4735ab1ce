# Only the topmost directory is announced; all beneath it exists before it can be watched.
#: before
printf 'seed\n' > seed.md
#: while it watches
mkdir -p a/b/c/d/e; printf 'deep\n' > a/b/c/d/e/deep.md; printf 'middle\n' > a/b/middle.md
#: told
created a/b/c/d/e/deep.md
created a/b/middle.md
#: while it watches
printf 'later\n' >> a/b/c/d/e/deep.md
#: told
changed a/b/c/d/e/deep.md
#: there
a/b/c/d/e/deep.md: deep\nlater\n
a/b/middle.md: middle\n
seed.md: seed\n
