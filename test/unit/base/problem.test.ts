import { describe, expect, it } from 'vitest'
import { Problem, problemData, problemFrom } from '../../../lib/base/problem.ts'

describe('Problem', () => {
  it('stays the same when its data crosses a context', () => {
    const problem = new Problem('serviceBusy', { facts: { a: '1' }, serverRequestId: 'r', retryAfterMs: 5 })
    const back = problemFrom(JSON.parse(JSON.stringify(problemData(problem))))
    expect(back.data).toEqual(problem.data)
    expect(back.data.money).toBe('nothingSent')
  })

  it('contains only the class name of a foreign error', () => {
    expect(problemData(new TypeError('secret'))).toMatchObject({
      code: 'internal',
      facts: { kind: 'TypeError' },
    })
    expect(problemData('secret').facts).toEqual({ kind: 'string' })
    expect(JSON.stringify(problemData(new Error('secret')))).not.toContain('secret')
  })
})
