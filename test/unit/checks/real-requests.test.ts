import { type AbiParameter, concat, decodeAbiParameters, encodeAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../../../lib/base/hex.ts'
import type { JsonObject } from '../../../lib/base/json.ts'
import { affiliateFeeUnits, readAffiliateFee } from '../../../lib/checks/affiliate-fee.ts'
import { createRequestSelectors, decodeCreateRequest, tupleOf } from '../../../lib/checks/swap-request.ts'
import { requestHashOf } from '../../../lib/checks/typed-data.ts'
import type { Deployment, DeploymentChain } from '../../../lib/deployment/schema.ts'
import { buildTerms } from '../../../lib/review/build-terms.ts'
import recordedQuote from '../../fixtures/real/answers/recorded-quote-swap.json' with { type: 'json' }
import inboxRequests from '../../fixtures/real/inbox-requests.json' with { type: 'json' }
import { deployment as sandbox } from '../../harness/chains.ts'
import { createFakeService, jsonAnswer } from '../service/fake-service.ts'
import { pinnedTypes } from './pinned-types.ts'

const types = pinnedTypes.SINGLE_OUTPUT_REQUEST
const request: AbiParameter = tupleOf(types, 'Request', 'request')
const refundAddress: AbiParameter = { name: 'refundAddress', type: 'address' }

/** The calldata of a mined request: `createRequest` with the data of its event. */
function calldataOf(eventData: Hex): Hex {
  const [refund, bytes] = decodeAbiParameters([refundAddress, { type: 'bytes' }], eventData)
  const [struct] = decodeAbiParameters([request], bytes as Hex)
  const body = encodeAbiParameters([request, refundAddress], [struct, refund])
  return concat([createRequestSelectors.SINGLE_OUTPUT_REQUEST, body])
}

describe.each(inboxRequests.map((one) => [one.transactionHash, one] as const))(
  'the mined request of %s',
  (_hash, mined) => {
    const decoded = decodeCreateRequest('SINGLE_OUTPUT_REQUEST', types, calldataOf(mined.eventData as Hex))

    test('decodes to the data that the inbox received', () => {
      const { basicReq } = mined.witness
      const switchboardId = String(basicReq.switchboardId)
      expect(decoded?.witness).toEqual({ ...mined.witness, basicReq: { ...basicReq, switchboardId } })
      expect(decoded?.refundAddress).toBe(mined.refundAddress.toLowerCase())
    })

    test('has the mined hash, from its bytes and from its JSON', () => {
      expect(requestHashOf(types, decoded?.witness ?? null)).toBe(mined.requestHash)
      expect(requestHashOf(types, mined.witness as JsonObject)).toBe(mined.requestHash)
    })

    test('names the inbox as its sender, and has no fee', () => {
      expect(mined.witness.basicReq.sender).toBe(mined.inbox)
      expect(readAffiliateFee(mined.witness.affiliateFees)).toBeNull()
    })
  },
)

describe('the recorded quote of a swap within Polygon', () => {
  const { result } = recordedQuote
  const { witness } = result.autoRoute.signTypedData.values
  const polygon: DeploymentChain = {
    chainId: 137,
    name: 'Polygon',
    currency: { name: 'POL', symbol: 'POL' },
    rpcUrls: ['https://one.example', 'https://two.example'],
    explorerUrl: null,
    confirmations: 1,
    permit2: '0x000000000022d473030f116ddee9f6b43ac78ba3',
    gateways: [witness.basicReq.exchangeGateway as Address],
    inboxes: [],
    manualTargets: [],
    nativeFeeMaxUnits: '0',
    multicall3: null,
    wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
    verifiedTokens: [],
  }
  const deployment: Deployment = {
    ...sandbox,
    service: { ...sandbox.service, kind: 'frontend' },
    chains: [polygon],
  }
  const request = {
    originChainId: 137,
    destinationChainId: 137,
    inputToken: result.input.token.address as Address,
    inputAmount: result.input.amount,
    outputToken: result.autoRoute.output.token.address,
    userAddress: result.userAddress as Address,
    receiverAddress: result.receiverAddress,
    slippagePercent: null,
  }

  /** Checks the recorded answer one second after its quote was made, with this deployment. */
  async function checked(chains: readonly DeploymentChain[]) {
    const { client } = createFakeService(() => jsonAnswer(recordedQuote))
    const response = await client.quote(request, { priority: 'quote' })
    const nowMs = (Number(witness.basicReq.nonce) + 1) * 1_000
    const input = {
      request: request,
      response,
      nowMs,
      receivedMs: nowMs,
      chainSeconds: [],
      floorUnits: null,
      others: [],
    }
    return buildTerms({ ...input, deployment: { ...deployment, chains } }, client, noChain)
  }

  /** A swap on one chain reads no chain before its review. */
  const noChain = new Proxy({} as Parameters<typeof buildTerms>[2], {
    get: (_target, name) => {
      throw new Error(`read ${String(name)}`)
    },
  })

  test('passes every check', async () => {
    const { kind, terms, passed, reviewed } = await checked([polygon])
    expect(kind).toBe('signed')
    expect(terms).toMatchObject({
      requestHash: result.autoRoute.requestHash,
      permitNonce: '1774896693',
      permitDeadlineSeconds: 1774897293,
    })
    expect(passed).toEqual(
      expect.arrayContaining(['D-1', 'T-4', 'V-1', 'V-5', 'W-7', 'W-13', 'X-1', 'X-3', 'X-4', 'X-5']),
    )
    expect(reviewed).toMatchObject({ minAmountOut: '1487902', promisedAmount: '1492380' })
  })

  test('is refused by a file with another pinned gateway', async () => {
    const other = { ...polygon, gateways: [polygon.permit2] }
    await expect(checked([other])).rejects.toMatchObject({
      data: { code: 'checkFailed', facts: { reason: 'V-3' } },
    })
  })
})

test('a fee of 50 bps as deployments pack it', () => {
  const fee = readAffiliateFee('0x70997970c51812dc3a010c7d01b50e0d17dc79c8002d79883d2000')
  expect(fee).toEqual({ taker: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', share: 5n * 10n ** 13n })
  expect(fee && affiliateFeeUnits(fee, 1_500_000n)).toBe(7_500n)
})
