import { describe, expect, it } from 'vitest'
import { Problem, restoreProblem, toProblemData } from '../../../lib/base/problem.ts'

describe('Problem', () => {
  it('stays the same when its data crosses a context', () => {
    const problem = new Problem('serviceBusy', { facts: { a: '1' }, serverRequestId: 'r', retryAfterMs: 5 })
    const back = restoreProblem(JSON.parse(JSON.stringify(toProblemData(problem))))
    expect(back.data).toEqual(problem.data)
    expect(back.data.money).toBe('nothingSent')
  })

  it('contains only the class name of a foreign error', () => {
    const data = toProblemData(new TypeError('secret'))
    expect(data).toMatchObject({ code: 'internal', facts: { kind: 'TypeError' } })
    expect(toProblemData('secret').facts).toEqual({ kind: 'string' })
    expect(JSON.stringify(toProblemData(new Error('secret')))).not.toContain('secret')
  })
})
