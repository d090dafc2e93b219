import { createRandom } from '../fuzz/random.ts'
import type { Verdict } from './judge-quote.ts'
import { type Mutation, pickPair } from './mutate.ts'
import { dressedQuotes, literalQuotes, quoteShapes } from './quotes.ts'
import { buildSubjects } from './run-build.ts'
import { quoteSubject, type Subject } from './run-quotes.ts'
import { rowSubjects } from './run-rows.ts'

export interface Fault {
  readonly shape: string
  readonly verdict: Verdict
}

/**
 * Every response in its plain format, which is mutated field by field, and in every other plausible format.
 */
async function subjectsOf(): Promise<{
  readonly plain: readonly Subject[]
  readonly dressed: readonly Subject[]
}> {
  const plain = await quoteShapes()
  const quotes = await Promise.all(plain.map(quoteSubject))
  const otherQuotes = await Promise.all(
    [...dressedQuotes(plain), ...(await literalQuotes())].map(quoteSubject),
  )
  const [first, ...others] = plain[0] === undefined ? [] : await buildSubjects(plain[0])
  const rows = await rowSubjects()
  return {
    plain: [...quotes, ...(first === undefined ? [] : [first]), ...rows.plain],
    dressed: [...otherQuotes, ...others, ...rows.dressed],
  }
}

/** Tries `count` shapes: every single mutation first, as far as they suffice, then random pairs. */
export async function runShapes(count: number, seed: number, found: (fault: Fault) => void): Promise<number> {
  const random = createRandom(seed)
  const { plain, dressed } = await subjectsOf()
  const all = [...plain, ...dressed]
  const singles = plain.flatMap((subject) => subject.mutations.map((one) => [subject, [one]] as const))
  const whole = dressed.map((subject) => [subject, []] as const)
  const chosen: (readonly [Subject, readonly Mutation[]])[] =
    whole.length + singles.length <= count ? [...whole, ...singles] : whole
  while (chosen.length < count) {
    const isPair = chosen.length >= whole.length + singles.length || random.integerBelow(3) === 0
    const subject = random.pick(all)
    chosen.push(isPair ? [subject, pickPair(subject.mutations, random)] : random.pick(singles))
  }
  for (const [subject, mutations] of chosen) {
    const verdict = await subject.tryMutations(mutations, random)
    const isBad = verdict.lost.length + verdict.crashes.length + verdict.falseFigures.length > 0
    if (isBad) found({ shape: `${subject.name}: ${mutations.map(describeMutation).join(' and ')}`, verdict })
  }
  return chosen.length
}

function describeMutation({ path, changeKind, value }: Mutation): string {
  const put = changeKind === 'type' || changeKind === 'huge' ? ` ${JSON.stringify(value)?.slice(0, 40)}` : ''
  return `${path.join('.')} ${changeKind}${put}`
}
