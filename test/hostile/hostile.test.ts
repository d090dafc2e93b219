import { describe, expect, test } from 'vitest'
import { sameChainRequest, signedRequest } from '../harness/actions.ts'
import { user } from '../harness/chains.ts'
import { createHonestQuote } from '../harness/honest-quote.ts'
import { leavesOf, mutated } from '../unit/checks/mutations.ts'
import { typedDataHarms } from './judge-request.ts'
import { kinds } from './kinds.ts'
import { observeSwap } from './person.ts'
import { lineOf, runLie } from './run.ts'
import { table } from './table.ts'

const truths = Object.entries({ ...kinds, 'same-chain': { request: sameChainRequest } })

describe('the judge', () => {
  test.each(truths)('finds no harm in an honest %s swap', async (_, swap) => {
    const { walletRequests, believed, claimed } = await observeSwap({
      ...swap,
      name: 'the truth',
      liar: 'service',
      waitMs: 600_000,
      makeLie: (scene) => scene.markLieMade(),
    })
    expect(believed).toEqual([])
    expect(walletRequests.length).toBeGreaterThan(0)
    expect(claimed).toBe('verified_terminal done, accounted')
  })

  /** These harm no account: the service's own mark, and a nonce as good as another. */
  const harmless = ['values.witness.metadata', 'domain.version']

  test.each(leavesOf('SINGLE_OUTPUT_REQUEST').map((leaf) => [leaf.path.join('.'), leaf] as const))(
    "reports a harm when %s is changed, without Ferry's own checks",
    (path, leaf) => {
      const request = { ...signedRequest, receiverAddress: user }
      const { route } = createHonestQuote(request, {
        nowSeconds: 1_800_000_000,
        quoteLifeSeconds: 60,
        permitLifeSeconds: 600,
        nonce: 5n,
        viaInbox: false,
        intermediateSwap: null,
        delegate: null,
        quoteId: 'q',
        promisedUnits: 1_485_000n,
      })
      const consents = {
        request,
        leastUnits: 1_477_575n,
        nativeFeeUnits: 0n,
        intermediateSwap: null,
        delegate: null,
        spender: null,
        nowSeconds: 1_800_000_000,
      }
      const textOf = (data: typeof route.signTypedData) =>
        JSON.stringify({
          types: data?.types,
          domain: data?.domain,
          message: data?.values,
          primaryType: 'PermitWitnessTransferFrom',
        })
      if (route.signTypedData === null) throw new Error('nothing to sign')
      expect(typedDataHarms(textOf(route.signTypedData), consents)).toEqual([])
      const name = leaf.path.at(-1) ?? ''
      const how = name === 'minOutputAmount' ? 'zero' : leaf.type === 'address' ? 'otherAddress' : 'max'
      const harms = typedDataHarms(textOf(mutated(route.signTypedData, leaf, how)), consents)
      expect(harms.length > 0).toBe(!harmless.includes(path))
    },
  )
})

describe('the table', () => {
  test('has at least 1,600 lies with unique names', () => {
    expect(table.length).toBeGreaterThanOrEqual(1_600)
    const names = table.map(({ name }) => name)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test.each(table)('$liar: $name is not believed', async (lie) => {
    const reported = await runLie(lie)
    expect(reported.observed.believed, lineOf(reported)).toEqual([])
  })
})
