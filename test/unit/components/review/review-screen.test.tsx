import { screen, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ReviewScreen } from '../../../../components/review/ReviewScreen.tsx'
import { createReviewModel } from '../../../../lib/models/review-model.ts'
import type { ReviewView } from '../../../../lib/review/review-view.ts'
import { fail, never, problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { bornMs, quoteFor, quoteRequest, reviewFor, sendGas } from '../../models/fake-data.ts'
import { button, createTestApp, draw, inBrowser, plainText } from '../test-app.tsx'

inBrowser()

const metaMask = {
  connector: 'page',
  id: 'io.metamask',
  name: 'MetaMask',
  origin: 'https://shop.example',
} as const
const of = { quoteKey: 'quote-100000000', routeKey: 'auto:sign:Automatic', pay: 'wallet' } as const

/** A review on screen, as the background made it. */
async function renderReview(part: Partial<ReviewView> = {}, answers: Partial<Answers> = {}) {
  const review = () => reviewFor(quoteFor(quoteRequest, bornMs), bornMs, part)
  const shown = await createTestApp({ answers: { review, ...answers } })
  const model = createReviewModel(shown.app, of)
  await shown.settle()
  draw(<ReviewScreen app={shown.app} model={model} />)
  return shown
}

const lossOf = (level: ReviewView['loss']['level'], percent: string): ReviewView['loss'] => ({
  ...{ level, percent, lostInUsd: percent, checkedBy: 'feeds', isAtMinimum: false },
})

const walletRequests = () => [
  ...screen.getByTestId('review-steps').querySelectorAll<HTMLElement>('.steps > li'),
]

const walletHeading = () => screen.getByText(/you’ll confirm$/)

/** The description of the button: what it waits for. */
const missingAnswer = () => {
  const id = screen.getByTestId('confirm').getAttribute('aria-describedby')
  return id === null ? undefined : document.getElementById(id)?.textContent
}

describe('ReviewScreen', () => {
  it('shows the amount paid and the minimum received, each once, and confirms exactly that', async () => {
    const { press, sent } = await renderReview()
    const amounts = screen.getByRole('region', { name: 'What you pay and receive' }).textContent
    expect(amounts).toMatch(
      /^.*You pay .*100.*USDC.*Harbour · \$100\.00.*You receive at least .*99\.0423.*USDC.* ~.*99\.54.*USDC.* expected \(\$99\.54\) · Island/,
    )
    expect(amounts).toMatch(
      /Total cost\$0\.49 \(0\.49%\).*Max slippage0\.5%.*Estimated time~14 sec.*RecipientMy wallet$/,
    )
    expect(screen.queryByTestId('exact-minimum')).toBeNull()
    expect(screen.getByRole('heading', { name: /^In .* you’ll confirm$/ })).toBeDefined()
    const steps = walletRequests()
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringMatching(/^Approve exactly .*100.*USDC.* Max \$0\.03 gas$/),
      expect.stringMatching(/^Sign the order for .*100.*USDC.* No gas$/),
    ])
    await press(button(/^Approve .*100.*USDC/))
    expect(sent('confirm')).toEqual([{ reviewKey: 'review-1' }])
  })

  it('shows what the quote shows already while the checks run, and nothing of it moves then', async () => {
    const answer = Promise.withResolvers<ReviewView>()
    const { app, pass, settle } = await createTestApp({ answers: { review: () => answer.promise } })
    app.swap.draft.setAmount('100')
    await pass(300)
    const model = createReviewModel(app, of)
    draw(<ReviewScreen app={app} model={model} />)
    const before = screen.getByTestId('review-amounts').textContent
    expect(before).toContain('Total cost$0.49 (0.49%)')
    expect(screen.getByTestId('review-checking').textContent).toBe('Running safety checks…')
    expect(walletHeading().textContent).toBe('In Test Wallet you’ll confirm')
    answer.resolve(reviewFor(quoteFor(quoteRequest, bornMs), bornMs))
    await settle()
    expect(screen.queryByTestId('review-checking')).toBeNull()
    expect(screen.getByTestId('review-amounts').textContent).toBe(before)
    expect(walletHeading().textContent).toBe('In Test Wallet you’ll confirm')
  })

  it('shows no amounts of another quote while the checks run', async () => {
    const { app, pass } = await createTestApp({ answers: { review: never } })
    app.swap.draft.setAmount('200')
    await pass(300)
    const model = createReviewModel(app, of)
    draw(<ReviewScreen app={app} model={model} />)
    expect(screen.queryByTestId('review-amounts')).toBeNull()
    expect(screen.getByTestId('review-checking')).toBeDefined()
  })

  it.each([
    ['123456789', '123.456789 USDC'],
    ['1234567891234', '1,234,567.891234 USDC'],
  ])('shows %s units exactly where they are paid, approved and signed', async (inputAmount, exact) => {
    const quote = quoteFor({ ...quoteRequest, inputAmount }, bornMs, {
      minAmountOut: inputAmount,
      promisedAmount: '1234567999999',
    })
    await renderReview({}, { review: () => reviewFor(quote, bornMs) })
    const amounts = plainText(screen.getByTestId('review-amounts'))
    expect(amounts.split(exact)).toHaveLength(3)
    expect(amounts).toContain('~1,234,567.99 USDC')
    expect(walletRequests().map(plainText)).toEqual([
      expect.stringMatching(new RegExp(`^Approve exactly ${exact}`)),
      expect.stringMatching(new RegExp(`^Sign the order for ${exact}`)),
    ])
    expect(plainText(button(/^Approve /))).toContain(exact)
  })

  it.each([
    ['1228394287839505067283949', 'DAI', '1,228,394.28 DAI', '1,228,394.287839505067283949 DAI'],
    ['1500000000000000009', 'WETH', '1.5 WETH', '1.500000000000000009 WETH'],
  ])(
    'rounds a minimum of %s units %s down, and shows it exactly in the details',
    async (units, symbol, shown, exact) => {
      const outputToken = { ...quoteFor(quoteRequest, bornMs).outputToken, symbol, decimals: 18 }
      const quote = quoteFor(quoteRequest, bornMs, { minAmountOut: units, outputToken })
      await renderReview({}, { review: () => reviewFor(quote, bornMs) })
      expect(plainText(screen.getByTestId('review-amounts'))).toContain(`You receive at least ${shown} `)
      expect(plainText(screen.getByTestId('exact-minimum'))).toBe(`Exact minimum${exact}`)
    },
  )

  it('says until when an earlier signature may be used, and links the swap that it belongs to', async () => {
    const facts = { amount: '100 USDC', untilMs: String(bornMs + 600_000), orderId: 'order-7' }
    const { app, press } = await renderReview({ warnings: [{ code: 'signatureLives', facts }] })
    const warning = screen.getByTestId('warning-signatureLives')
    expect(warning.textContent).toMatch(
      /earlier signature of yours may still be used until .*\d:\d\d [AP]M.*100 USDC/,
    )
    await press(button('Open that swap'))
    expect(app.screen.value).toEqual({ name: 'order', orderId: 'order-7' })
  })

  it('shows a native amount sent on top of the input among the figures, never only in a fold', async () => {
    const native = { symbol: 'ETH', decimals: 18, address: `0x${'0'.repeat(40)}` }
    const [fee] = quoteFor(quoteRequest, bornMs).fees
    if (fee === undefined) throw new Error('no fee')
    const fees = [{ ...fee, kind: 'native' as const, token: { ...fee.token, ...native } }]
    const { steps } = reviewFor(quoteFor(quoteRequest, bornMs), bornMs)
    const send = {
      ...steps[0],
      purpose: 'send',
      nativeFeeUnits: '2000000000000000',
    } as ReviewView['steps'][number]
    await renderReview({ steps: [send], quote: quoteFor(quoteRequest, bornMs, { fees }) })
    const onTop = screen.getByTestId('on-top')
    expect(onTop.textContent).toMatch(/^Sent on top.*0\.002.*ETH/)
    expect(onTop.closest('details')).toBeNull()
  })

  it('shows the start of long call data, and all of it when requested', async () => {
    const value = `0x${'a9059cbb'.repeat(900)}`
    const { press } = await renderReview({ facts: [{ name: 'payload', kind: 'hex', value, isUsual: false }] })
    const shown = () => screen.getByTestId('fact-payload').querySelector('.chunked')?.textContent
    expect(shown()).toBe(value.slice(0, 194))
    await press(button(/^Show all 3,?600 bytes$/))
    expect(shown()).toBe(value)
    // The button that had the focus is gone.
    expect(document.activeElement?.textContent).toBe(value)
  })

  it('has no confirm button if the order cannot be made, and says why and that nothing was sent', async () => {
    await renderReview({}, { review: fail(problem('balanceTooLow', { facts: { symbol: 'USDC' } })) })
    expect(screen.getByRole('alert').textContent).toMatch(/Not enough .*USDC.*Nothing was sent/)
    expect(screen.getAllByRole('button').map((one) => one.textContent)).toContain('Get new quote')
    expect(screen.queryByTestId('confirm')).toBeNull()
  })

  it('offers support for a failed check, and only for that', async () => {
    const facts = { reason: 'W-9', path: 'witness.minOutputAmount' }
    await renderReview({}, { review: fail(problem('checkFailed', { facts })) })
    expect(screen.getByRole('link', { name: 'Contact support' })).toBeDefined()
    await renderReview({}, { review: fail(problem('serviceBusy')) })
    expect(screen.queryByTestId('contact-support')).toBeNull()
  })

  it('cannot be confirmed after its quote expires, and says so', async () => {
    const { pass, sent } = await renderReview()
    await pass(60_001)
    expect(screen.getByRole('alert').textContent).toBe('This quote expired. Nothing was sent.')
    expect(screen.queryByTestId('confirm')).toBeNull()
    expect(button('Get new quote')).toBeDefined()
    expect(sent('confirm')).toEqual([])
  })

  it.each<[string, Partial<ReviewView>, RegExp, string | null]>([
    [
      'each was made, and the transaction was simulated',
      {},
      /^All \d+ safety checks passed · Simulated/,
      null,
    ],
    [
      'one was not made',
      { notPossible: ['bytes'] },
      /^\d+ safety checks passed · Simulated/,
      'Ferry didn’t read what this transaction calls',
    ],
    [
      'the transaction was not simulated',
      { simulation: { kind: 'unmeasured' } },
      /^\d+ safety checks passed(?! · Simulated)/,
      'Not simulated before you sign',
    ],
  ])('folds passed checks, and opens those that were not made: %s', async (_, part, text, open) => {
    await renderReview(part)
    const checks = screen.getByTestId<HTMLDetailsElement>('review-checks')
    expect([checks.open, checks.dataset.complete]).toEqual([false, String(open === null)])
    expect(checks.textContent).toMatch(text)
    if (open !== null) expect(screen.getByText(open).closest('details')).toBeNull()
  })

  it.each([
    ['feeds', 'Loss checked against on-chain prices'],
    ['amounts', 'Loss checked by the amounts: both sides are the same coin'],
    [null, undefined],
  ] as const)('says how the loss was checked: %s', async (checkedBy, text) => {
    await renderReview({ loss: { ...lossOf('none', '0.40'), checkedBy } })
    expect(screen.queryByTestId('priced-by')?.textContent).toBe(text)
  })

  it('shows the parts of the total cost, which add up to it, with the gas of the approval', async () => {
    const quote = quoteFor(quoteRequest, bornMs)
    await renderReview({ quote: quoteFor(quoteRequest, bornMs, { fees: [...quote.fees, sendGas] }) })
    const cost = screen.getByTestId('review-cost')
    expect((cost as HTMLDetailsElement).open).toBe(false)
    expect(screen.getByTestId('cost-total').textContent).toBe('$0.55 (0.55%)')
    expect(within(cost).getByTestId('fee-relayer').textContent).toMatch(/^Delivery fee\$0\.40/)
    expect(within(cost).getByTestId('fee-gas').textContent).toMatch(/^Network fee\$0\.06/)
    expect(within(cost).getByTestId('cost-rest').textContent).toBe('Price difference$0.06')
    expect(within(cost).getByTestId('fee-approval').textContent).toBe('Approval gasUp to $0.03')
  })

  it('waits for each required consent, and sends the given consents', async () => {
    const { press, sent } = await renderReview({
      requiredConsents: [
        { code: 'unprovenRoute', facts: {} },
        { code: 'priceNotChecked', facts: {} },
      ],
    })
    expect(button(/^Approve/).disabled).toBe(true)
    expect(missingAnswer()).toBe('2 boxes to tick ')
    const unpriced = screen.getByTestId('consent-priceNotChecked')
    const unproven = screen.getByTestId('consent-unprovenRoute')
    await press(button('2 boxes to tick'))
    expect(document.activeElement).toBe(unpriced)
    await press(unpriced)
    expect(button(/^Approve/).disabled).toBe(true)
    await press(button('1 box to tick'))
    expect(document.activeElement).toBe(unproven)
    await press(unproven)
    expect(missingAnswer()).toBeUndefined()
    await press(button(/^Approve/))
    expect(sent('confirm')).toEqual([
      { reviewKey: 'review-1', consents: ['priceNotChecked', 'unprovenRoute'] },
    ])
  })

  it.each([
    ['4.99', 'warning'],
    ['5.00', 'danger'],
    ['12.43', 'danger'],
  ])('shows a loss of %s percent in the color of a %s', async (percent, tone) => {
    await renderReview({
      warnings: [{ code: 'valueLoss', facts: { percent, dollars: percent } }],
      loss: lossOf('confirm', percent),
    })
    const { classList } = screen.getByTestId('warning-valueLoss')
    expect(['warning', 'danger'].filter((one) => classList.contains(one))).toEqual([tone])
  })

  it('shows each warning and box in the card that it is about, in the order in which the keyboard reaches them', async () => {
    await renderReview({
      warnings: [
        { code: 'valueLoss', facts: { percent: '12.40', dollars: '12.40' } },
        { code: 'tokenUnverified', facts: { symbol: 'WHEY' } },
        { code: 'allowanceUnlimited', facts: {} },
      ],
      requiredConsents: [
        { code: 'payloadNotConfirmed', facts: {} },
        { code: 'priceNotChecked', facts: {} },
      ],
      loss: lossOf('confirm', '12.40'),
    })
    const idsIn = (block: HTMLElement) =>
      [...block.querySelectorAll<HTMLElement>('[data-testid]')].map((one) => one.dataset.testid)
    expect(idsIn(screen.getByTestId('review-amounts')).slice(-4)).toEqual([
      'warning-tokenUnverified',
      'consent-priceNotChecked',
      'warning-valueLoss',
      'agree',
    ])
    expect(idsIn(screen.getByTestId('review-steps')).slice(0, 3)).toEqual([
      'warning-allowanceUnlimited',
      'revoke-after',
      'consent-payloadNotConfirmed',
    ])
    expect(idsIn(screen.getByRole('contentinfo'))).toEqual(['missing-answer', 'confirm'])
  })

  it('names the delegate that the service chose, and waits for a consent, which can be withdrawn', async () => {
    const delegate = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const { press } = await renderReview({
      requiredConsents: [{ code: 'delegateNotRequested', facts: { delegate } }],
      facts: [{ name: 'delegate', kind: 'hex', value: delegate, isUsual: false }],
    })
    expect(button(/^Approve/).disabled).toBe(true)
    expect(screen.getByTestId('fact-delegate').closest('details')).toBeNull()
    const text = `The service lets ${delegate} cancel this swap on the destination network. I accept this`
    for (const isGiven of [true, false]) {
      await press(screen.getByRole('checkbox', { name: text }))
      expect(button(/^Approve/).disabled).toBe(!isGiven)
    }
  })

  it('requires a consent that names the loss', async () => {
    const { press, sent } = await renderReview({ loss: lossOf('confirm', '12.40') })
    expect(missingAnswer()).toBe('1 box to tick ')
    await press(screen.getByRole('checkbox', { name: 'I accept losing 12.40% of the value' }))
    await press(button(/^Approve/))
    expect(sent('confirm')).toEqual([{ reviewKey: 'review-1', consent: 'yes' }])
  })

  it('requires a typed word for a large loss, and accepts no other word', async () => {
    const { type, press, sent } = await renderReview({ loss: lossOf('typed', '61.00') })
    const field = screen.getByRole('textbox', { name: 'Type “lose” to continue' })
    expect(missingAnswer()).toBe('Type “lose” to continue')
    await type(field, 'los')
    expect(button(/^Approve/).disabled).toBe(true)
    await type(field, 'e')
    await press(button(/^Approve/))
    expect(sent('confirm')).toMatchObject([{ consent: expect.stringMatching(/lose/i) }])
  })

  it('requires the end of a recipient address that a site named, after a cooldown', async () => {
    const receiverAddress = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const quote = quoteFor({ ...quoteRequest, receiverAddress }, bornMs)
    const site = { origin: 'https://shop.example', unicode: null }
    const proposal = { swapId: 'swap-1', site, receiverChoices: ['dc79c8', '1111ab', '2222cd'] }
    const { press, pass, sent } = await renderReview({
      quote,
      receiverIsSelf: false,
      proposal,
    } as Partial<ReviewView>)
    await pass(700)
    const ends = screen.getByRole('group', { name: /last six characters/ })
    expect(within(ends).getAllByRole('button')).toHaveLength(3)
    expect(button(/^Approve/).disabled).toBe(true)
    expect(missingAnswer()).toBe('Pick the last characters of the address to continue')
    const right = within(ends).getByRole('button', { name: '…dc79c8' })
    await press(right)
    expect(right.getAttribute('aria-pressed')).toBe('true')
    await press(button(/^Approve/))
    expect(sent('confirm')).toEqual([{ reviewKey: 'review-1', receiverEnding: 'dc79c8' }])
  })

  it('requires the end of a refund address that the wallet of a page named', async () => {
    const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const site = { origin: 'https://shop.example', unicode: null }
    const other = { origin: 'https://wallet.example', unicode: null }
    const refund = { address, choices: ['dc79c8', '1111ab', '2222cd'], site: other }
    const proposal = { swapId: 'swap-1', site, receiverChoices: null, refund }
    const { press, pass, sent } = await renderReview({ proposal } as Partial<ReviewView>)
    await pass(700)
    const card = screen.getByRole('region', { name: 'Refund address' })
    expect(card.textContent?.replace(/\s/g, '')).toContain(address)
    expect(card.textContent).toMatch(/Refund address set by .*wallet\.example/)
    const ends = within(card).getByRole('group', { name: /Compare the refund address/ })
    expect(button(/^Approve/).disabled).toBe(true)
    await press(within(ends).getByRole('button', { name: '…dc79c8' }))
    await press(button(/^Approve/))
    expect(sent('confirm')).toEqual([{ reviewKey: 'review-1', refundEnding: 'dc79c8' }])
  })

  it('shows an unproven account in full, with the wallet that named it and its site', async () => {
    await renderReview({
      receiverIsSelf: false,
      receiverNamedBy: metaMask,
    })
    const recipient = screen.getByRole('region', { name: 'Recipient' })
    expect(recipient.textContent?.replace(/\s/g, '')).toContain(
      quoteRequest.receiverAddress ?? quoteRequest.userAddress ?? '',
    )
    const source = within(recipient).getByTestId('receiver-unproven')
    expect(source.textContent).toMatch(/Ferry hasn’t seen it sign or send yet/)
    expect(source.textContent).toContain('MetaMask')
    expect(within(source).getByTestId('wallet-place').textContent).toBe('https://shop.example')
    expect(screen.queryByText('My wallet')).toBeNull()
  })

  it('shows which wallet named an unproven refund account', async () => {
    const value = quoteRequest.userAddress ?? ''
    await renderReview({
      facts: [{ name: 'refundAddress', kind: 'hex', value, isUsual: false, namedBy: metaMask }],
    })
    const fact = within(screen.getByTestId('facts-open')).getByTestId('fact-refundAddress')
    expect(fact.textContent?.replace(/\s/g, '')).toContain(value)
    expect(within(fact).getByTestId('account-unproven').textContent).toMatch(/MetaMask.*shop\.example/)
  })

  it.each([
    ['approving moves nothing out of your wallet', reviewFor(quoteFor(quoteRequest, bornMs), bornMs).steps],
    [
      'the transaction moves no tokens',
      [
        {
          ...{ purpose: 'send', amountUnits: '100000000', contract: `0x${'5'.repeat(40)}` },
          ...{ contractName: 'gateway', gasInUsd: null },
        },
      ],
    ],
  ])('says of the request that was simulated: %s', async (said, steps) => {
    await renderReview({ steps } as Partial<ReviewView>)
    expect(screen.getByTestId('simulation').textContent).toBe(`Simulated: ${said}`)
  })

  it('shows why confirming failed, and lets the person retry', async () => {
    let tries = 0
    const { press } = await renderReview(
      {},
      {
        confirm: () => {
          tries += 1
          return fail(problem('storageFailed'))()
        },
      },
    )
    await press(button(/^Approve/))
    expect(screen.getByRole('alert').textContent).toMatch(/Nothing was sent/)
    await press(button(/^Approve/))
    expect(tries).toBe(2)
  })
})
