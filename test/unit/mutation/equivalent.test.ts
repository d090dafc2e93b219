import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { equivalents, isEquivalent } from '../../mutation/equivalent.ts'
import { mutantsOf } from '../../mutation/mutants.ts'
import { flowsOf, sources } from '../../mutation/sources.ts'

describe('the sources of the mutation run', () => {
  it('exist, and so do the flows that test them', () => {
    const named = [...sources, ...Object.values(flowsOf).flat()]
    expect(named.filter((path) => !existsSync(path))).toEqual([])
    expect(Object.keys(flowsOf).filter((path) => !sources.includes(path))).toEqual([])
  })

  it('still contain every mutant that is listed as equivalent', () => {
    const gone = equivalents.filter((one) => {
      const text = existsSync(one.path) ? readFileSync(one.path, 'utf8') : ''
      const isMade = mutantsOf(one.path, text).some((mutant) => isEquivalent(mutant, text, [one]))
      return !sources.includes(one.path) || !isMade
    })
    expect(gone.map(({ path, line }) => `${path}: ${line}`)).toEqual([])
  })
})
