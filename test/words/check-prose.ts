import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findDiscouraged, readCodeProse, readDocumentProse } from './discouraged.ts'

/*
 * Lists the discouraged words in comments, test titles and documents (`npm run check:words`). Arguments are
 * folders or files; the default is the whole repository.
 */

/** Files that list these words, or quote other texts. */
const exempt = /^(?:test\/(?:unit\/)?words\/discouraged(?:\.test)?\.ts|test\/fixtures\/|LICENSE)/

const paths = execFileSync('git', ['ls-files', '--', ...process.argv.slice(2)], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|css|md)$/.test(path) && !exempt.test(path))

let faults = 0
for (const path of paths) {
  const source = readFileSync(path, 'utf8')
  const prose = path.endsWith('.md') ? readDocumentProse(source) : readCodeProse(source)
  for (const { line, text } of prose) {
    const fault = findDiscouraged(text)
    if (fault === null) continue
    faults += 1
    console.log(`${path}:${line} ${fault}`)
  }
}
console.log(`${paths.length} files, ${faults} discouraged words`)
process.exitCode = faults === 0 ? 0 : 1
