import { describe, expect, it } from 'vitest'
import { subjectFault } from '../../run/check-commits.ts'

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
