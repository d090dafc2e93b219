import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../lib/base/json.ts'
import { requestHashOf, submitBody } from '../../../lib/checks/typed-data.ts'
import type { QuoteRequest } from '../../../lib/service/quote-request.ts'
import { decodeGrouped } from '../../harness/decoded-quote.ts'
import { pinnedTypes } from '../checks/pinned-types.ts'
import { createFakeService, jsonAnswer } from './fake-service.ts'
import { problemOf } from './problem-of.ts'

/* Responses that others recorded or documented (`test/fixtures/real/answers`), as Ferry reads them. */

const folder = 'test/fixtures/real/answers'
const answerOf = (name: string) => readFileSync(`${folder}/${name}.json`, 'utf8')
const resultOf = (name: string) => JSON.parse(answerOf(name)).result
const clientOf = (name: string) => createFakeService(() => jsonAnswer(answerOf(name))).client
const options = { priority: 'quote' } as const

/** The request of a recorded quote. */
function requestOf(name: string): QuoteRequest {
  const { originChainId, destinationChainId, userAddress, receiverAddress, input } = resultOf(name)
  const { address: inputToken } = input.token
  const outputToken = '0x0b2c639c533813f4aa9d7837caf62653d097ff85'
  const chains = { originChainId, destinationChainId }
  const tokens = { inputToken, inputAmount: input.amount, outputToken }
  return { ...chains, ...tokens, userAddress, receiverAddress, slippagePercent: '0.5' }
}

const quoteOf = async (name: string, request = requestOf(name)) =>
  decodeGrouped((await clientOf(name).quote(request, options)).result, request)

const statusOf = async (name: string, requestHash = resultOf(name)[0].hash) =>
  clientOf(name).status({ requestHash }, options)

describe('a status', () => {
  it('is read if it is pending and of a known request', async () => {
    expect(await statusOf('documented-status-pending')).toMatchObject({
      kind: 'record',
      record: {
        statusCode: 0,
        originChainId: 42161,
        destinationChainId: 10,
        inputAmount: '10000000',
        userAddress: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
        hasSourcePayment: false,
        fulfilledAmount: null,
      },
    })
  })

  it('names the refund if it is refunded', async () => {
    expect(await statusOf('documented-status-refunded')).toMatchObject({
      record: {
        statusCode: 7,
        refundChainId: 42161,
        refundTransactionHash: resultOf('documented-status-refunded')[0].refund.txHash,
        fulfilledAmount: null,
      },
    })
  })

  it('with code 8 carries no information in its code, and names the refund', async () => {
    expect(await statusOf('status-8')).toMatchObject({
      record: { statusCode: null, refundChainId: 42161, fulfilledAmount: null },
    })
  })

  it('with code 10 carries no information, nor do malformed hashes and addresses', async () => {
    expect(await statusOf('client-a-status-10')).toMatchObject({
      record: {
        statusCode: null,
        originChainId: 1,
        destinationChainId: 8453,
        userAddress: null,
        receiverAddress: null,
        sourceTransactionHash: null,
        destinationTransactionHash: null,
      },
    })
  })

  it('that is an echo means that the request is not indexed', async () => {
    expect((await statusOf('status-echo')).kind).toBe('notIndexed')
  })

  it('of a recorded request has its code and its legs', async () => {
    expect(await statusOf('recorded-status')).toMatchObject({
      record: {
        statusCode: 3,
        originChainId: 137,
        destinationChainId: 10,
        outputToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359',
        fulfilledAmount: '1492380',
      },
    })
  })
})

describe('a quote', () => {
  it('without routes is no error, as documented', async () => {
    const none = { autoRoute: null, autoRoutes: [], manualRoutes: [], deposit: null }
    expect(await quoteOf('documented-noroute')).toMatchObject(none)
  })

  it('without routes is no error, even without an input', async () => {
    const request = { ...requestOf('client-a-quote'), inputAmount: '7' }
    const quote = await quoteOf('client-b-noroute', request)
    expect(quote).toMatchObject({ autoRoute: null, manualRoutes: [], deposit: null, originChainId: 1 })
  })

  it('without data to sign is refused, and names the typed data, if a wallet has to sign it', async () => {
    const { code, facts } = await problemOf(quoteOf('client-a-quote'))
    expect([code, facts.path]).toEqual(['serviceAnswerInvalid', '$.autoRoute.signTypedData'])
  })

  it('without data to sign shows its figures while there is no wallet', async () => {
    const request = { ...requestOf('client-a-quote'), userAddress: null, receiverAddress: null }
    expect(await quoteOf('client-a-quote', request)).toMatchObject({
      autoRoute: {
        userOp: 'sign',
        requestType: 'SINGLE_OUTPUT_REQUEST',
        output: {
          ...{ amount: '999000000', effectiveAmount: '998417390', minAmountOut: '998317548' },
          ...{ valueInUsd: '999', effectiveInUsd: '998.41739' },
        },
        slippagePercent: '0.01',
        estimatedSeconds: 120,
        quoteExpirySeconds: 1_778_784_271,
        routeTags: ['MAX_OUTPUT', 'SUGGESTED'],
      },
    })
  })

  it('in the OpenAPI document is read in full, with a transaction that is no hex next to typed data', async () => {
    const request = { ...requestOf('openapi-quote'), options: { enableManual: true } }
    const quote = await quoteOf('openapi-quote', request)
    expect(quote.unread).toEqual([])
    expect(quote.destinationExec).toEqual({ destinationPayload: '0x', destinationGasLimit: '0' })
    expect(quote.autoRoute).toMatchObject({
      userOp: 'sign',
      txData: null,
      isForeign: false,
      affiliateFee: { amount: '2585' },
      gasFee: { amount: '5676000000000' },
      refuel: { output: { amount: '1000000' } },
      routeDetails: { routeFee: { amount: '2585' }, dexName: 'OpenOcean' },
    })
    expect(quote.autoRoute?.unreadFees).toEqual([])
    expect(quote.manualRoutes).toMatchObject([
      { quoteExpirySeconds: null, estimatedSeconds: 60, output: { minAmountOut: '936033' }, routeTags: [] },
    ])
  })
})

describe('a submit', () => {
  const body = JSON.parse(answerOf('recorded-submit-body'))

  it('reads the hash of the response', async () => {
    const { result } = await clientOf('recorded-submit').submit('{}', options)
    expect(result.requestHash).toBe(resultOf('recorded-status')[0].hash)
  })

  it('has the hash of the recorded quote that it answers', () => {
    const quoted = '0x6f3db69bdb1ef839a96ffbe5a4217e31553f065ae8007c95f0d7f9ab380dc459'
    expect(requestHashOf(pinnedTypes.SWAP_REQUEST, body.request as JsonObject)).toBe(quoted)
  })

  it('has the same members as the recorded one', () => {
    const { requestType, request: witness, userSignature, quoteId } = body
    expect(JSON.parse(submitBody({ requestType, witness, userSignature, quoteId }))).toEqual(body)
    expect(Object.keys(JSON.parse(submitBody({ requestType, witness, userSignature, quoteId })))).toEqual(
      Object.keys(body),
    )
  })
})

/** These have tests of their own. */
const elsewhere = ['errors', 'recorded-quote-swap']

it('every recorded response has a test', () => {
  const here = readFileSync('test/unit/service/real-answers.test.ts', 'utf8')
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  expect(names.filter((name) => !here.includes(`'${name}'`) && !elsewhere.includes(name))).toEqual([])
})
