import { checkTypedData } from '../../lib/checks/check-permit.ts'
import { honest, permitCheck } from '../unit/checks/fixtures.ts'
import { median } from './first-paint.ts'

const rounds = 200

/** Milliseconds to check one signed quote in full: the median of many, of the slower of both kinds. */
export function checkQuoteMs(): number {
  const kinds = ['SINGLE_OUTPUT_REQUEST', 'SWAP_REQUEST'] as const
  return Math.max(
    ...kinds.map((kind) => {
      const input = permitCheck(honest(kind))
      return median(
        Array.from({ length: rounds }, () => {
          const startMs = performance.now()
          if (!checkTypedData(input).ok) throw new Error('an honest quote was refused')
          return performance.now() - startMs
        }),
      )
    }),
  )
}
