import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n').filter(existsSync)
const pages = tracked.filter((path) => /(^|\/)(README|CONTRIBUTING|SECURITY)\.md$/.test(path))
const names = new Set(tracked.map((path) => basename(path)))

/** Files of ours by their ending, and folders below our roots; a name alone is one of a file. */
const ours =
  /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*\.(?:tsx?|css|sol)$|^(?:lib|components|entrypoints|test|public)\/[\w./@-]+$/

/** Names that are no files of ours: sources of wallets that a page cites. */
const others = [
  'main/api/origins.ts',
  'coinbaseWallet.ts',
  'trustWallet.ts',
  'okxWallet.ts',
  'phantomWallet.ts',
]

/** Whether who reads a page finds what it names: from the root, beside the page, among the tests, or by the name alone. */
function isThere(page: string, path: string): boolean {
  return names.has(path) || ['', dirname(page), 'test'].some((folder) => existsSync(join(folder, path)))
}

it('every file and folder that a page for readers names is there', () => {
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => ({ page, path })),
  )
  const paths = named.filter(({ path }) => ours.test(path) && !others.includes(path))
  expect(paths.length).toBeGreaterThan(200)
  const gone = paths.filter(({ page, path }) => !isThere(page, path))
  expect([...new Set(gone.map(({ page, path }) => `${page}: ${path}`))]).toEqual([])
})
