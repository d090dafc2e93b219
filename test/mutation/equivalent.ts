import type { Mutant } from './mutants.ts'

interface Equivalent {
  readonly path: string
  /** The whole line, without the spaces before it. */
  readonly line: string
  readonly from: string
  readonly why: string
}

/** Changes that no input can tell from what is there; they are not counted. */
export const equivalents: readonly Equivalent[] = [
  {
    path: 'lib/swap/check-ask.ts',
    line: 'const hasFee = options.feeBps !== undefined || options.feeTakerAddress !== undefined',
    from: '||',
    why: 'one without the other is refused as `feeNeedsBoth` before it is read',
  },
  {
    path: 'lib/swap/lookalike.ts',
    line: 'while (length < Math.min(a.length, b.length) && a[length] === b[length]) length += 1',
    from: '<',
    why: 'addresses that are equal were answered before: the loop ends where they differ, which is not behind an end',
  },
  {
    path: 'lib/swap/approval.ts',
    line: 'return !orderStateWords(order).isOver && (order.statusCode ?? 0) < 2',
    from: '0',
    why: 'no status, PENDING and ASSIGNED alike have taken nothing yet: 0 and 1 are below 2',
  },
]

/** Whether a mutant of this source is one of them. */
export function isEquivalent({ path, line, from }: Mutant, text: string): boolean {
  const here = text.split('\n')[line - 1]?.trim()
  return equivalents.some((one) => one.path === path && one.line === here && one.from === from)
}
