import { describe, expect, it } from 'vitest'
import { Problem, problemData, problemFrom } from '../../../lib/base/problem.ts'

describe('Problem', () => {
  it('crosses a context as data and comes back the same', () => {
    const problem = new Problem('serviceBusy', { facts: { a: '1' }, serverRequestId: 'r', retryAfterMs: 5 })
    const back = problemFrom(JSON.parse(JSON.stringify(problemData(problem))))
    expect(back.data).toEqual(problem.data)
    expect(back.data.money).toBe('nothingSent')
  })

  it('tells of a foreign error no more than its kind', () => {
    expect(problemData(new TypeError('secret'))).toMatchObject({
      code: 'internal',
      facts: { kind: 'TypeError' },
    })
    expect(problemData('secret').facts).toEqual({ kind: 'string' })
    expect(JSON.stringify(problemData(new Error('secret')))).not.toContain('secret')
  })
})
