import { isDeepStrictEqual } from 'node:util'
import type { ReviewView } from '../../lib/review/review-view.ts'
import type { ManualRoute } from '../../lib/service/route.ts'
import { createRandom } from '../fuzz/random.ts'
import { buildTransaction } from '../harness/honest-routes.ts'
import { formatResponse } from '../sandbox/service/format-response.ts'
import { responseFormats } from '../sandbox/service/response-formats.ts'
import { crashOf, noFault, type Verdict } from './judge-quote.ts'
import { type Mutation, mutated, mutationsOf, pickPair } from './mutate.ts'
import { dressedQuotes, literalQuotes, type QuoteShape, quoteShapes } from './quotes.ts'
import { orThrown, quoteSubject, type Subject } from './run-quotes.ts'
import { rowSubjects } from './run-rows.ts'
import { createShapeHarness, envelope } from './shape-harness.ts'

const choice = { routeKey: 'manual:Across:OpenOcean' } as const

/** The response of `build-tx` for a quote's manual route, plain and in each other format. */
async function buildSubjects(shape: QuoteShape): Promise<readonly Subject[]> {
  const [route] = shape.result.manualRoutes as readonly unknown[]
  const txData = buildTransaction(shape.request, route as ManualRoute, 0n)
  const [token, user] = [shape.request.inputToken, shape.request.userAddress]
  const approvalData = {
    spenderAddress: txData.to,
    amount: shape.request.inputAmount,
    tokenAddress: token,
    userAddress: user,
  }
  const built = { txData, approvalData, userOp: 'tx' }
  const results = [
    ['as it is', built] as const,
    ...responseFormats.map((one) => [one, formatResponse(one, 'build-tx', built)] as const),
  ]
  return Promise.all(results.map(([name, result]) => buildSubject(shape, name, result)))
}

/**
 * A review without its simulation, and without the approval facts from the service, which are only displayed.
 */
function decisive({ facts, ...review }: ReviewView): unknown {
  return { ...review, facts: facts.filter(({ name }) => !name.startsWith('approval')), simulation: null }
}

async function buildSubject(
  { request, result: quote }: QuoteShape,
  name: string,
  result: unknown,
): Promise<Subject> {
  const harness = await createShapeHarness(request)
  const answer = envelope(result)
  harness.setResponse('/quote', JSON.stringify(envelope(quote)))
  harness.setResponse('/build-tx', JSON.stringify(answer))
  const quoted = await harness.requestQuote(request)
  if (quoted === 'noRoute') throw new Error('a manual quote has no route')
  const base = await harness.requestReview(quoted, choice)
  return {
    name: `build-tx ${name}`,
    mutations: mutationsOf(answer),
    async tryMutations(mutations) {
      harness.setResponse('/build-tx', mutated(answer, mutations))
      const outcome = await orThrown(() => harness.requestReview(quoted, choice))
      const mayRefuse = mutations.some(
        ({ path: [top, part, name] }) =>
          top === 'success' ||
          (top === 'result' && (part ?? 'txData') === 'txData') ||
          // A contract that would pull the token and that the deployment does not name.
          (part === 'approvalData' && name === 'spenderAddress'),
      )
      if ('thrown' in outcome) {
        const crash = crashOf(outcome.thrown)
        if (crash !== null) return { ...noFault, crashes: [crash] }
        return mayRefuse ? noFault : { ...noFault, lost: ['the manual route'] }
      }
      // A transaction that passes every check has the same review. Only its simulation may differ.
      const isSame = isDeepStrictEqual(decisive(outcome), decisive(base))
      return isSame || mayRefuse ? noFault : { ...noFault, falseFigures: ['another review'] }
    },
  }
}

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
