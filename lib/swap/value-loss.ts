import { compareDecimal, lossPercent, subtractDecimal } from '../base/decimal.ts'

/** How hard a loss is to agree to (features A7): a warning, a yes, a word to type. */
export type LossRung = 'none' | 'warn' | 'confirm' | 'word'

/** What is given and what arrives, in dollars as decimal text; null where there is no price. */
export interface Worth {
  readonly inUsd: string | null
  readonly outUsd: string | null
}

export interface ValueLoss {
  readonly rung: LossRung
  /** Two places, rounded up; negative is a gain; null where no price is known. */
  readonly percent: string | null
  /** Null with `percent`. */
  readonly lostInUsd: string | null
  /** Both sides were valued by a price that the quote did not bring (API2). */
  readonly isIndependent: boolean
  /** Reckoned by the least that is signed for, where that alone is a large loss; else by what is promised. */
  readonly isAtWorst: boolean
}

/** What a person types to lose half or more than 1,000 dollars. */
export const lossWord = 'lose'

const rungs: readonly LossRung[] = ['none', 'warn', 'confirm', 'word']
const warnPercent = '5'
const confirmPercent = '10'
const wordPercent = '50'
const wordUsd = '1000'

/**
 * The worse of two looks at a loss: by the quote's own prices, and by independent ones where there are any, each missing
 * side filled in from the quote. A loss that nobody can work out wants a yes: leaving prices out must not be a way
 * around the ladder.
 */
export function valueLoss(quoted: Worth, independent: Worth): ValueLoss {
  const isIndependent = independent.inUsd !== null && independent.outUsd !== null
  const mixed = {
    inUsd: independent.inUsd ?? quoted.inUsd,
    outUsd: independent.outUsd ?? quoted.outUsd,
  }
  const looks = [lookAt(quoted), lookAt(mixed)].filter((one) => one !== null)
  const worst = looks.reduce<Look | null>(
    (known, one) => (known === null || compareDecimal(one.percent, known.percent) > 0 ? one : known),
    null,
  )
  if (worst === null)
    return { rung: 'confirm', percent: null, lostInUsd: null, isIndependent, isAtWorst: false }
  return { ...worst, isIndependent, isAtWorst: false }
}

/**
 * The loss by the least that may arrive, which is what is signed for; by what is promised where there is nothing to say of
 * the least.
 */
export function lossWithLeast(promised: ValueLoss, least: ValueLoss): ValueLoss {
  if (least.rung === 'none' || rungs.indexOf(least.rung) < rungs.indexOf(promised.rung)) return promised
  return least.percent === promised.percent ? promised : { ...least, isAtWorst: true }
}

/** Whether what the person said is enough for a rung: anything, a yes, or the word itself. */
export function isConsent(rung: LossRung, said: string | null): boolean {
  if (rung === 'none' || rung === 'warn') return true
  const isWord = said?.trim().toLowerCase() === lossWord
  return rung === 'confirm' ? isWord || said === 'yes' : isWord
}

interface Look {
  readonly rung: LossRung
  readonly percent: string
  readonly lostInUsd: string
}

function lookAt({ inUsd, outUsd }: Worth): Look | null {
  const percent = lossPercent(inUsd, outUsd)
  if (percent === null || inUsd === null || outUsd === null) return null
  const lostInUsd = subtractDecimal(inUsd, outUsd)
  return { rung: rungOf(percent, lostInUsd), percent, lostInUsd }
}

function rungOf(percent: string, lostInUsd: string): LossRung {
  if (compareDecimal(percent, wordPercent) >= 0 || compareDecimal(lostInUsd, wordUsd) > 0) return 'word'
  if (compareDecimal(percent, confirmPercent) >= 0) return 'confirm'
  return compareDecimal(percent, warnPercent) >= 0 ? 'warn' : 'none'
}
