import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findDiscouraged } from '../words/discouraged.ts'

/**
 * Checks that the subject of every new commit follows Conventional Commits (`npm run check:commits`). New
 * commits come after `lastUnchecked`; merges are exempt. If a wrong subject has landed, set `lastUnchecked` to
 * its commit: landed commits are never rewritten.
 */
const lastUnchecked = '48be91868c01aea1237b31217810830f6578f9ed'

const types = ['feat', 'fix', 'refactor', 'perf', 'test', 'docs', 'build', 'ci', 'chore', 'style', 'revert']

/** `type: …`, `type(scope): …`, each with `!` before the colon for a breaking change. */
const conventional = new RegExp(`^(${types.join('|')})(\\([^()\\s]+\\))?!?: \\S`)

export function subjectFault(subject: string): string | null {
  if (!conventional.test(subject)) {
    return `write "type(scope): summary" with one of the types ${types.join(', ')}`
  }
  return findDiscouraged(subject)
}

interface Commit {
  readonly hash: string
  readonly subject: string
}

/**
 * Returns the new commits of a folder, or a reason why there are none to check: an exported tree has no
 * history, and a copy may have a new history. Throws if Git cannot read the history.
 */
export function readNewCommits(folder: string, last: string): readonly Commit[] | string {
  if (!existsSync(join(folder, '.git'))) return 'this folder has no Git history'
  const isShallow = git(folder, 'rev-parse', '--is-shallow-repository') === 'true'
  if (!exists(folder, 'HEAD')) return 'there is no commit yet'
  // Commits missing from a shallow clone are older than all of its commits.
  if (!exists(folder, last) && !isShallow) return `the history does not contain ${last}`
  const range = exists(folder, last) ? `${last}..HEAD` : 'HEAD'
  const lines = git(folder, 'log', '--no-merges', '--format=%h %s', range)
    .split('\n')
    .filter((line) => line !== '')
  return lines.map((line) => {
    const [hash = ''] = line.split(' ', 1)
    return { hash, subject: line.slice(hash.length + 1) }
  })
}

function exists(folder: string, commit: string): boolean {
  return spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: folder }).status === 0
}

function git(folder: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' })
  if (error !== undefined || status !== 0) {
    throw new Error(`git ${args.join(' ')} failed: ${error?.message ?? stderr}`)
  }
  return stdout.trim()
}

if (import.meta.main) {
  const commits = readNewCommits('.', lastUnchecked)
  if (typeof commits === 'string') console.log(`Commit subjects are not checked: ${commits}.`)
  else {
    const faults = commits.flatMap(({ hash, subject }) => {
      const fault = subjectFault(subject)
      return fault === null ? [] : [`${hash} ${subject}: ${fault}`]
    })
    for (const fault of faults) console.log(fault)
    console.log(`${commits.length} commit subjects, ${faults.length} wrong`)
    process.exitCode = faults.length === 0 ? 0 : 1
  }
}
