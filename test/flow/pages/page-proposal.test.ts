import { describe, expect, test } from 'vitest'
import { ferryRdns } from '../../../lib/sites/page-api.ts'
import { deployment, island, tokenOf } from '../../harness/chains.ts'
import { orderOf } from '../../unit/order/order-fixture.ts'
import { otherParameters } from './other-parameters.ts'
import {
  codeOf,
  createPageWorld,
  expectNothingShown,
  openPage,
  openProposal,
  propose,
  receiver,
  settlePages,
  shopOrigin,
  validSwap,
} from './page-world.ts'

async function expectShown(page: ReturnType<typeof createPageWorld>, windows: number, notices: number) {
  await settlePages()
  expect([page.world.windows, page.world.notices.length]).toEqual([windows, notices])
}

describe('a page proposes a swap', () => {
  test('gets as capabilities the chains and what they can do, also when the service is down', async () => {
    const { page, document } = openPage()
    const reply = await page.request(document, 'ferry_getCapabilities', undefined)
    const { chains, ...general } = (reply as { result: { chains: object[] } }).result
    expect(general).toEqual({
      api: 1,
      deployment: { name: deployment.name, rdns: ferryRdns },
      features: ['links'],
    })
    expect(chains).toContainEqual({ chainId: 31_337, name: 'Harbour', canSend: true, canReceive: true })
    expect(chains).toContainEqual({ chainId: 999, name: 'Closed', canSend: false, canReceive: false })
    expect(chains).toContainEqual({ chainId: 728_126_428, name: 'Tron', canSend: false, canReceive: true })
    page.world.isServiceDown = true
    const without = (await page.request(document, 'ferry_getCapabilities', [])) as {
      result: { chains: object[] }
    }
    expect(without.result.chains).toContainEqual({
      chainId: 31_337,
      name: 'Harbour',
      canSend: true,
      canReceive: true,
    })
  })

  test('has its proposal stored and displayed before the person decides', async () => {
    const { page, document } = openPage()
    const swapId = await propose(page, document, {
      ...validSwap,
      reference: 'cart 7',
      receiverAddress: receiver,
    })
    expect(page.world.windows).toBe(1)
    const [waiting] = await page.parts().handlers.proposals(null)
    expect(waiting).toMatchObject({ swapId, site: { origin: shopOrigin, unicode: null }, isAllowed: false })
    expect(waiting?.swap).toEqual({ ...validSwap, receiverAddress: receiver })
    const requested = await page.request(document, 'ferry_getSwap', [{ swapId }])
    expect(requested).toEqual({
      result: {
        swapId,
        reference: 'cart 7',
        state: 'proposed',
        verified: false,
        requestHash: null,
        statusCode: null,
        statusName: null,
        sourceTransactionHash: null,
        destinationTransactionHash: null,
        refundChainId: null,
        refundTransactionHash: null,
        asProposed: null,
        deal: null,
      },
    })
  })

  test('receives each change once from the review to the end, also after a reload and a death of the background', async () => {
    const page = createPageWorld()
    const first = page.open()
    const swapId = await propose(page, first)
    const { handlers: answers } = page.parts()
    expect(await answers.allowSite({ swapId })).toMatchObject({ isAllowed: true })
    const by = { swapId, origin: shopOrigin }
    const order = orderOf({ id: 'order-1', rev: 0, proposedBy: by })
    const confirmed = { ...order, state: 'sign_requested' as const }
    await page.parts().proposals.start(by, confirmed, async (begun) => {
      page.world.orders.set(begun.id, begun)
      return begun
    })
    await settlePages()
    expect(page.world.sentToPages.map(({ swap }) => (swap as never as { state: string }).state)).toEqual([
      'proposed',
      'awaitingWallet',
    ])
    // After the reload, document and background are new.
    const second = page.open()
    page.restart()
    const requested = await page.request(second, 'ferry_getSwap', [{ swapId }])
    expect(requested).toMatchObject({ result: { swapId, state: 'awaitingWallet' } })
    page.world.sentToPages.length = 0
    const done = { ...order, state: 'verified_terminal' as const, statusCode: 4 as const }
    page.world.orders.set(order.id, done)
    page.parts().onOrderChanged(done)
    page.parts().onOrderChanged(done)
    await settlePages()
    expect(page.world.sentToPages).toMatchObject([
      {
        document: { key: second.key },
        swap: { swapId, state: 'done', verified: true, statusName: 'SETTLED' },
      },
    ])
  })

  test('makes one proposal when its relay repeats a request after the background died', async () => {
    const { page, document } = openPage()
    const pageRequestId = crypto.randomUUID()
    const first = await page.request(document, 'ferry_proposeSwap', [validSwap], { pageRequestId })
    page.restart()
    expect(await page.request(document, 'ferry_proposeSwap', [validSwap], { pageRequestId })).toEqual(first)
    expect(await page.parts().handlers.proposals(null)).toHaveLength(1)
    const other = page.open('https://other.example', 8)
    expect(codeOf(await page.request(other, 'ferry_proposeSwap', [validSwap], { pageRequestId }))).toBe(
      -32602,
    )
  })

  test.each([true, false])(
    'is shown when its relay repeats a request after the background died before it showed it (click: %s)',
    async (gesture) => {
      const { page, document } = openPage()
      await page.parts().sites.grant(shopOrigin)
      const options = { pageRequestId: crypto.randomUUID(), gesture }
      page.world.diesUnshown = true
      void page.request(document, 'ferry_proposeSwap', [validSwap], options)
      await settlePages()
      await expectShown(page, 0, 0)
      page.world.diesUnshown = false
      page.restart()
      const repeated = () => page.request(document, 'ferry_proposeSwap', [validSwap], options)
      expect(await repeated()).toMatchObject({ result: { swapId: options.pageRequestId } })
      await expectShown(page, gesture ? 1 : 0, gesture ? 0 : 1)
      // It is not shown again after the user declined it.
      await page.parts().handlers.refuseProposal({ swapId: options.pageRequestId })
      await repeated()
      await expectShown(page, gesture ? 1 : 0, gesture ? 0 : 1)
    },
  )

  test('waits neither for the lists of a silent service, nor for another site that does', async () => {
    const { page, document } = openPage()
    page.world.isServiceSilent = true
    const swap = { ...validSwap, receiverAddress: receiver }
    const waiting = page.request(document, 'ferry_proposeSwap', [swap])
    await settlePages()
    page.world.isServiceSilent = false
    await propose(page, page.open('https://other.example', 8))
    expect(await page.parts().handlers.proposals(null)).toHaveLength(1)
    for (const fire of page.world.timeouts.splice(0)) fire()
    expect(codeOf(await waiting)).toBeNull()
    expect(await page.parts().handlers.proposals(null)).toHaveLength(2)
  })

  test('is displayed without the name of a token that the service finds late, and with it later', async () => {
    const { page, swapId } = await openProposal()
    await page.parts().handlers.allowSite({ swapId })
    page.world.isServiceSilent = true
    page.restart()
    const displayed = page.parts().handlers.proposals(null)
    await settlePages()
    for (const fire of page.world.timeouts.splice(0)) fire()
    expect(await displayed).toMatchObject([
      { swapId, inputToken: null, outputToken: null, areTokensRead: false },
    ])
    const { pushes, lateSearches } = page.world
    const [inputToken, outputToken] = [
      { ...tokenOf(island, 'USDC'), chainId: validSwap.originChainId, address: validSwap.inputToken },
      tokenOf(island, 'USDC'),
    ]
    for (const answer of lateSearches) answer([inputToken, outputToken])
    await settlePages()
    expect(pushes.at(-1)).toMatchObject({
      kind: 'proposals',
      proposals: [{ swapId, inputToken, outputToken, areTokensRead: true }],
    })
  })

  test('can cancel a waiting proposal, and learns that the person declined one', async () => {
    const { page, document } = openPage()
    const cancel = (swapId: string) => page.request(document, 'ferry_cancelProposal', [{ swapId }])
    const one = await propose(page, document)
    expect(await cancel(one)).toEqual({ result: null })
    expect(await cancel(one)).toEqual({ result: null })
    expect(await page.request(document, 'ferry_getSwap', [{ swapId: one }])).toMatchObject({
      result: { state: 'cancelled' },
    })
    const two = await propose(page, document)
    await page.parts().handlers.refuseProposal({ swapId: two })
    expect(await cancel(two)).toEqual({ result: null })
    expect(await page.request(document, 'ferry_getSwap', [{ swapId: two }])).toMatchObject({
      result: { state: 'declined' },
    })
    expect(await cancel('unknown')).toMatchObject({
      error: { code: -32001, data: { reason: 'noSuchSwap', field: 'params[0].swapId' } },
    })
    expect(page.world.pushes.filter(({ kind }) => kind === 'proposals').at(-1)).toEqual({
      kind: 'proposals',
      proposals: [],
    })
  })
})

describe('the error for a wrong request', () => {
  const units = 'expected digits of the smallest unit, like "1500000"'
  test.each<[string, unknown, string, string, string | undefined]>([
    [
      'a decimal',
      { inputAmount: '1.5' },
      `params[0].inputAmount: ${units}, got "1.5"`,
      'invalidField',
      'inputAmount',
    ],
    [
      'a number',
      { inputAmount: 15 },
      `params[0].inputAmount: ${units}, got 15`,
      'invalidField',
      'inputAmount',
    ],
    ['zero', { inputAmount: '0' }, `params[0].inputAmount: ${units}, got "0"`, 'invalidField', 'inputAmount'],
    [
      'no amount',
      { inputAmount: undefined },
      `params[0].inputAmount: ${units}, got nothing`,
      'missingField',
      'inputAmount',
    ],
    ['an unknown field', { slippage: 1 }, 'params[0].slippage: unknown field', 'unknownField', 'slippage'],
    [
      'a chain id as text',
      { originChainId: '1' },
      'params[0].originChainId: expected a chain id as a number, like 10, got "1"',
      'invalidField',
      'originChainId',
    ],
    [
      'an unknown chain',
      { originChainId: 5 },
      'params[0].originChainId: expected a chain that Ferry can send from, got 5',
      'unsupportedChain',
      'originChainId',
    ],
    [
      'an invalid receiver',
      { receiverAddress: '0x12' },
      'params[0].receiverAddress: expected an address that can receive on the destination chain',
      'invalidField',
      'receiverAddress',
    ],
  ])('names the field: %s', async (_what, changed, message, reason, name) => {
    const page = createPageWorld()
    const reply = await page.request(page.open(), 'ferry_proposeSwap', [
      { ...validSwap, ...(changed as object) },
    ])
    expect(reply).toEqual({
      error: { code: -32602, message, data: { reason, field: `params[0].${name}` } },
    })
    await expectNothingShown(page)
  })
})

describe('a page may never', () => {
  test('M6: set anything but its six fields and a reference', async () => {
    const { page, document } = openPage()
    const others = { ...otherParameters, __proto: {} }
    for (const [name, value] of Object.entries(others)) {
      page.world.nowMs += 60_000
      const reply = await page.request(document, 'ferry_proposeSwap', [{ ...validSwap, [name]: value }])
      expect(codeOf(reply), name).toBe(-32602)
    }
    expect(await page.parts().handlers.proposals(null)).toEqual([])
    expect(page.world.searched).toEqual([])
  })

  test('have a token searched before the person allows its site, or a second time', async () => {
    const { page, swapId } = await openProposal()
    const { handlers } = page.parts()
    await settlePages()
    await handlers.proposals(null)
    expect(page.world.searched).toEqual([])
    await handlers.allowSite({ swapId })
    await handlers.proposals(null)
    expect(page.world.searched).toEqual([validSwap.inputToken, validSwap.outputToken])
  })

  test('have a token called unknown while its list fails: the service is searched, once the site is allowed', async () => {
    const { page, swapId } = await openProposal()
    const { handlers } = page.parts()
    page.world.isListBroken = true
    expect(await handlers.proposals(null)).toMatchObject([{ areTokensRead: false }])
    await handlers.allowSite({ swapId })
    expect(await handlers.proposals(null)).toMatchObject([{ areTokensRead: true }])
    expect(page.world.searched).toEqual([validSwap.inputToken, validSwap.outputToken])
  })

  test.each<[string, object]>([
    ['row 70: an amount in hex', { inputAmount: '0x16e360' }],
    ['row 70: an amount over 256 bits', { inputAmount: `${2n ** 256n}` }],
    ['row 70: a chain id in hex', { originChainId: '0x7a69' }],
    ['a chain that is not listed', { destinationChainId: 12_345 }],
    ['a chain that Ferry cannot send from', { originChainId: 728_126_428 }],
    ['a chain that is closed', { destinationChainId: 999 }],
    ['row 71: a token as the receiver', { receiverAddress: validSwap.outputToken }],
    ['row 71: the zero address as the receiver', { receiverAddress: `0x${'0'.repeat(40)}` }],
    ['row 71: a name as the receiver', { receiverAddress: 'vitalik.eth' }],
    ["row 71: another chain's receiver", { receiverAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }],
    ['row 71: a wrong checksum', { receiverAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }],
    ['a receiver with blanks', { receiverAddress: ` ${receiver}` }],
    ['a receiver that is null', { receiverAddress: null }],
    ['a token that is no address', { inputToken: 'USDC' }],
    ['a token with a wrong checksum', { inputToken: '0x70997970C51812dc3A010C7d01b50e0d17dc79c8' }],
    ['a long reference', { reference: 'x'.repeat(65) }],
    ['a reference that is no text', { reference: { toString: 'x' } }],
  ])('%s is -32602 and displays nothing', async (_what, changed) => {
    const page = createPageWorld()
    const reply = await page.request(page.open(), 'ferry_proposeSwap', [{ ...validSwap, ...changed }])
    expect(codeOf(reply)).toBe(-32602)
    await expectNothingShown(page)
  })

  test.each([
    'constructor',
    'then',
    'toString',
    '__proto__',
    'eth_accounts',
    'eth_requestAccounts',
    'ferry_proposeswap',
    '',
    'start',
    'confirm',
  ])('row 72: call %s, which is no method', async (method) => {
    const page = createPageWorld()
    expect(codeOf(await page.request(page.open(), method, [validSwap]))).toBe(4200)
  })

  test.each([
    ['no array', validSwap],
    ['nothing', undefined],
    ['two', [validSwap, validSwap]],
    ['an array in it', [[validSwap]]],
    ['null', [null]],
  ])('send parameters that are %s', async (_what, params) => {
    const page = createPageWorld()
    expect(codeOf(await page.request(page.open(), 'ferry_proposeSwap', params))).toBe(-32602)
  })

  test.each([
    '{"id":"1","method":"ferry_getCapabilities","__proto__":{"gesture":true}}',
    '{"id":"1","method":"ferry_getCapabilities","constructor":1}',
    '{"id":"1","method":"ferry_getCapabilities","gesture":true}',
    '{"method":"ferry_getCapabilities"}',
    '{"id":1,"method":"ferry_getCapabilities"}',
    '{"id":{},"method":"ferry_getCapabilities"}',
    '{"id":"1","method":["ferry_getCapabilities"]}',
    '{"id":"1","method":"ferry_getSwap","params":[[[[[[[]]]]]]]}',
    '{"id":"1"',
    '[]',
    'null',
    '',
  ])('row 64 (M10): send %s', async (text) => {
    const { page, document } = openPage()
    expect(codeOf(await page.send(page.frameOf(document, text), page.senderOf(document)))).toBe(-32602)
  })
})
