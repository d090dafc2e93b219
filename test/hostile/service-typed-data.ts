import type { RequestType } from '../../lib/deployment/deployment.ts'
import type { SignTypedData } from '../../lib/service/quote-result.ts'
import { sameChainAsk, signedAsk } from '../harness/actions.ts'
import { type Leaf, leavesOf, type Mutator, mutated } from '../unit/checks/mutations.ts'
import { rehash } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { at, put } from './wire.ts'

const kinds = [
  ['SINGLE_OUTPUT_REQUEST', signedAsk, 'cross-chain'],
  ['SWAP_REQUEST', sameChainAsk, 'same-chain'],
] as const

/** The first quote with a lie: the reviewed one (0), or the one after it (1). */
const from = (lie: Pick<SwapLie, 'isAfterReview'>) => (lie.isAfterReview === true ? 1 : 0)

function bent(scene: Scene, first: number, change: (data: SignTypedData) => SignTypedData) {
  scene.service.bend('quote', (quote, before) => {
    if (before < first) return
    const data = at(quote, 'autoRoute.signTypedData') as SignTypedData
    put(quote, 'autoRoute.signTypedData', change(structuredClone(data)))
    rehash(at(quote, 'autoRoute'), scene.ask, at(quote, 'autoRoute.signTypedData.values.witness'))
  })
}

function leafLie(kind: RequestType, leaf: Leaf, mutator: Mutator, isLate: boolean): SwapLie {
  const [, ask, word] = kinds.find(([one]) => one === kind) ?? kinds[0]
  const late = isLate ? { isAfterReview: true as const } : {}
  return {
    name: `${word}, ${leaf.path.join('.')} ${mutator}${isLate ? ', after the review' : ''}`,
    liar: 'service',
    ask,
    ...late,
    tell: (scene) => bent(scene, from(late), (data) => mutated(data, leaf, mutator)),
  }
}

/** Each value of the typed data changed, with a matching request hash. */
export const typedDataLies: readonly SwapLie[] = kinds.flatMap(([kind]) =>
  leavesOf(kind).flatMap((leaf) => [
    leafLie(kind, leaf, leaf.type === 'address' ? 'otherAddress' : 'plusOne', false),
    leafLie(kind, leaf, leaf.type === 'address' ? 'otherAddress' : 'max', true),
  ]),
)
