import { describe, expect, test } from 'vitest'
import { shareOf, worthByHolding } from '../../../lib/swap/holding.ts'
import { isConsent, type LossRung, lossWithLeast, valueLoss } from '../../../lib/swap/value-loss.ts'

const none = { inUsd: null, outUsd: null }
const worth = (inUsd: string | null, outUsd: string | null) => ({ inUsd, outUsd })

describe('the ladder of losses (A7)', () => {
  test.each<[string, string, LossRung]>([
    ['100', '100', 'none'],
    ['100', '120', 'none'],
    ['100', '95.01', 'none'],
    ['100', '95', 'warn'],
    ['100', '90.01', 'warn'],
    ['100', '90', 'confirm'],
    ['100', '50.01', 'confirm'],
    ['100', '50', 'word'],
    ['100', '0', 'word'],
    ['1000000', '999000', 'none'],
    ['1000000', '998999.99', 'word'],
  ])('%s dollars for %s are %s', (given, got, rung) => {
    expect(valueLoss(worth(given, got), none)).toMatchObject({ rung, isIndependent: false })
  })

  test('a loss nobody can work out wants a yes', () => {
    for (const quoted of [none, worth('100', null), worth(null, '100'), worth('0', '5')]) {
      expect(valueLoss(quoted, none)).toMatchObject({ rung: 'confirm', percent: null, lostInUsd: null })
    }
  })

  test('the independent price counts where it is the worse one, and never makes a loss smaller', () => {
    expect(valueLoss(worth('100', '100'), worth('200', null))).toEqual({
      rung: 'word',
      percent: '50.00',
      lostInUsd: '100',
      isIndependent: false,
      isAtWorst: false,
    })
    expect(valueLoss(worth('100', '100'), worth('100', '89'))).toMatchObject({
      rung: 'confirm',
      isIndependent: true,
    })
    expect(valueLoss(worth('100', '40'), worth('100', '100')).rung).toBe('word')
    expect(valueLoss(none, worth('100', '93'))).toMatchObject({ rung: 'warn', isIndependent: true })
  })

  test('the least that is signed for counts where it wants more of the person', () => {
    const small = valueLoss(worth('100', '99'), none)
    const large = valueLoss(worth('100', '40'), none)
    expect(lossWithLeast(small, large)).toEqual({ ...large, isAtWorst: true })
    expect(lossWithLeast(large, small)).toBe(large)
    expect(lossWithLeast(large, large)).toBe(large)
    const six = valueLoss(worth('100', '94'), none)
    expect(lossWithLeast(small, six)).toEqual({ ...six, isAtWorst: true })
    expect(lossWithLeast(small, valueLoss(worth('100', '98'), none))).toBe(small)
  })

  test.each<[LossRung, string | null, boolean]>([
    ['none', null, true],
    ['warn', null, true],
    ['confirm', null, false],
    ['confirm', 'no', false],
    ['confirm', 'yes', true],
    ['confirm', 'lose', true],
    ['word', null, false],
    ['word', 'yes', false],
    ['word', '', false],
    ['word', ' Lose ', true],
  ])('%s and %j', (rung, said, isEnough) => {
    expect(isConsent(rung, said)).toBe(isEnough)
  })
})

describe('prices of holdings (API2)', () => {
  const held = { chainId: 1, address: '0xaa', balance: '2000000', balanceInUsd: '3.5' }

  test.each([
    ['2000000', '3.5'],
    ['1', '0.000001'],
    ['1000001', '1.750001'],
    ['0', '0'],
  ])('%s units are worth %s', (units, dollars) => {
    expect(worthByHolding([held], { chainId: 1, address: '0xaa' }, units)).toBe(dollars)
  })

  test('another token, or the same address on another chain, has no price', () => {
    expect(worthByHolding([held], { chainId: 2, address: '0xaa' }, '1')).toBeNull()
    expect(worthByHolding([held], { chainId: 1, address: '0xbb' }, '1')).toBeNull()
    expect(worthByHolding([], { chainId: 1, address: '0xaa' }, '1')).toBeNull()
  })

  test('a part is rounded down', () => {
    expect(shareOf('10', '1', '3')).toBe('3.333333')
    expect(shareOf('0.000001', '1', '3')).toBe('0')
  })
})
