import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { missingPlatforms } from '../run/complete-lock.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly dependencies: { readonly [name: string]: string }
  readonly devDependencies: { readonly [name: string]: string }
}
const lockText = readFileSync('package-lock.json', 'utf8')

describe('packages (DEP1)', () => {
  it('are at most eight at run time', () => {
    expect(Object.keys(dependencies).length).toBeLessThanOrEqual(8)
  })

  it('have exact versions', () => {
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('are locked without the registry URL they came from', () => {
    expect(lockText).not.toMatch(/"resolved"\s*:/)
    expect(lockText).not.toMatch(/https?:\/\/[^"]*\.(tgz|tar\.gz)/)
  })

  it('are locked for every platform, or `npm ci` refuses the lock file (npm run lock:complete)', () => {
    expect(missingPlatforms(JSON.parse(lockText).packages)).toEqual({})
  })
})
