import type { RequestType } from '../../lib/deployment/schema.ts'
import type { SignTypedData } from '../../lib/service/route.ts'
import { sameChainRequest, signedRequest } from '../harness/actions.ts'
import { type Leaf, leavesOf, type Mutator, mutated } from '../unit/checks/mutations.ts'
import { rehash } from './forge.ts'
import type { Scene, SwapLie } from './lie.ts'
import { readPath, writePath } from './wire.ts'

const kinds = [
  ['SINGLE_OUTPUT_REQUEST', signedRequest, 'cross-chain'],
  ['SWAP_REQUEST', sameChainRequest, 'same-chain'],
] as const

/** The first quote with a lie: the reviewed one (0), or the one after it (1). */
const from = (lie: Pick<SwapLie, 'isAfterReview'>) => (lie.isAfterReview === true ? 1 : 0)

function bent(scene: Scene, first: number, change: (data: SignTypedData) => SignTypedData) {
  scene.service.changeResult('quote', (quote, before) => {
    if (before < first) return
    const data = readPath(quote, 'autoRoute.signTypedData') as SignTypedData
    writePath(quote, 'autoRoute.signTypedData', change(structuredClone(data)))
    rehash(
      readPath(quote, 'autoRoute'),
      scene.request,
      readPath(quote, 'autoRoute.signTypedData.values.witness'),
    )
  })
}

function leafLie(kind: RequestType, leaf: Leaf, mutator: Mutator, isLate: boolean): SwapLie {
  const [, request, word] = kinds.find(([one]) => one === kind) ?? kinds[0]
  const late = isLate ? { isAfterReview: true as const } : {}
  return {
    name: `${word}, ${leaf.path.join('.')} ${mutator}${isLate ? ', after the review' : ''}`,
    liar: 'service',
    request: request,
    ...late,
    makeLie: (scene) => bent(scene, from(late), (data) => mutated(data, leaf, mutator)),
  }
}

/** Each value of the typed data changed, with a matching request hash. */
export const typedDataLies: readonly SwapLie[] = kinds.flatMap(([kind]) =>
  leavesOf(kind).flatMap((leaf) => [
    leafLie(kind, leaf, leaf.type === 'address' ? 'otherAddress' : 'plusOne', false),
    leafLie(kind, leaf, leaf.type === 'address' ? 'otherAddress' : 'max', true),
  ]),
)
