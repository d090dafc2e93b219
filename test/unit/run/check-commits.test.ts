import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readNewCommits, subjectFault } from '../../run/check-commits.ts'

describe('subjectFault', () => {
  it.each([
    'feat: show the refund',
    'fix(review): ignore a renewed quote after leaving the screen',
    'refactor(order)!: rename the stored fields',
    'revert!: show the refund',
    'test(flow/matrix): add a row',
  ])('accepts "%s"', (subject) => {
    expect(subjectFault(subject)).toBeNull()
  })

  it.each([
    ...['order: slow down after sixty polls', 'Fix the review', 'fix the review', 'fix:', 'fix:no blank'],
    ...['fix (review): ignore a quote', 'fix(): ignore a quote', 'Feat: show the refund'],
    'fixup! feat: show the refund',
  ])('refuses "%s"', (subject) => {
    expect(subjectFault(subject)).toMatch(/^write /)
  })

  it('refuses a discouraged word', () => {
    expect(subjectFault('fix(review): ask anew')).toBe('"anew": write again')
  })
})

// Each test runs Git a dozen times, which takes seconds on a busy machine.
describe('readNewCommits', { timeout: 60_000 }, () => {
  let folder: string
  let origin: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ferry-commits-'))
    origin = join(folder, 'origin')
    mkdirSync(origin)
    git(origin, 'init', '--quiet', '--initial-branch=main')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Variables such as GIT_DIR would point Git to the repository that runs the tests. */
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')),
  )
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@ferry.example']

  function git(cwd: string, ...args: readonly string[]): string {
    return execFileSync('git', [...author, ...args], { cwd, env: environment, encoding: 'utf8' }).trim()
  }

  function commit(subject: string): string {
    git(origin, 'commit', '--quiet', '--allow-empty', '-m', subject)
    return git(origin, 'rev-parse', 'HEAD')
  }

  function subjectsOf(cwd: string, last: string): readonly string[] | string {
    const commits = readNewCommits(cwd, last)
    return typeof commits === 'string' ? commits : commits.map(({ subject }) => subject)
  }

  it('returns the commits after the last unchecked one, newest first', () => {
    commit('order: old style')
    const last = commit('order: old style too')
    commit('feat: first')
    commit('wrong subject')
    expect(subjectsOf(origin, last)).toEqual(['wrong subject', 'feat: first'])
  })

  it('omits merges, and returns the merged commits', () => {
    const last = commit('order: old style')
    git(origin, 'checkout', '--quiet', '-b', 'side')
    commit('side work')
    git(origin, 'checkout', '--quiet', 'main')
    commit('feat: first')
    git(origin, 'merge', '--quiet', '--no-ff', '-m', 'Merge branch side', 'side')
    expect(subjectsOf(origin, last)).toEqual(expect.arrayContaining(['feat: first', 'side work']))
    expect(subjectsOf(origin, last)).toHaveLength(2)
  })

  it('returns all commits of a shallow clone that ends after the last unchecked one', () => {
    const last = commit('order: old style')
    commit('feat: first')
    commit('feat: second')
    git(folder, 'clone', '--quiet', '--depth=1', `file://${origin}`, 'shallow')
    expect(subjectsOf(join(folder, 'shallow'), last)).toEqual(['feat: second'])
  })

  it('returns the new commits of a shallow clone that has the last unchecked one', () => {
    commit('order: older')
    const last = commit('order: old style')
    commit('feat: first')
    git(folder, 'clone', '--quiet', '--depth=2', `file://${origin}`, 'shallow')
    expect(subjectsOf(join(folder, 'shallow'), last)).toEqual(['feat: first'])
  })

  it('returns a reason if there is nothing to check', () => {
    const nowhere = '0123456789012345678901234567890123456789'
    expect(subjectsOf(folder, nowhere)).toBe('this folder has no Git history')
    expect(subjectsOf(origin, nowhere)).toBe('there is no commit yet')
    commit('initial import')
    expect(subjectsOf(origin, nowhere)).toBe(`the history does not contain ${nowhere}`)
  })
})
