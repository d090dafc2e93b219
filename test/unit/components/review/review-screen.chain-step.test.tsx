import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { SwapForm } from '../../../../components/home/SwapForm.tsx'
import { ReviewScreen } from '../../../../components/review/ReviewScreen.tsx'
import { createReviewModel } from '../../../../lib/models/review-model.ts'
import { problem } from '../../../screens/answers.ts'
import { account, bornMs, quoteFor, quoteRequest, reviewFor, start } from '../../models/fake-data.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const of = { quoteKey: 'quote-100000000', routeKey: 'auto:sign:Automatic', pay: 'wallet' } as const
const metaMask = {
  ...account,
  wallet: { ...account.wallet, id: 'io.metamask', name: 'MetaMask' },
} as typeof account

/** A review on screen, with a wallet that was last known to be on this chain. */
async function renderReview(chainId: number | null = quoteRequest.destinationChainId) {
  const known = { ...metaMask, chainId }
  const review = () => reviewFor(quoteFor(quoteRequest, bornMs), bornMs, { account: known })
  const shown = await createTestApp({ start: { ...start, account: known }, answers: { review } })
  const model = createReviewModel(shown.app, of)
  await shown.settle()
  draw(<ReviewScreen app={shown.app} model={model} />)
  return { ...shown, model }
}

/** The number of wallet requests that the review announces, and whether the wallet may send more. */
const announced = () => {
  const { count, more } = screen.getByTestId('review-steps').dataset
  return { count, more }
}
const chainStep = () => screen.getByTestId('chain-step')

describe('a wallet that may have to switch to the origin chain', () => {
  it.each([
    ['another chain', quoteRequest.destinationChainId],
    ['no known chain', null],
  ])('is promised no number of confirmations on %s', async (_what, chainId) => {
    await renderReview(chainId)
    expect(announced()).toEqual({ count: '2', more: 'true' })
    expect(screen.getByTestId('confirm').textContent).not.toMatch(/Step/)
    expect(screen.getByTestId('confirm').textContent).toMatch(/Your wallet may ask about Harbour first$/)
    expect(chainStep().textContent).toContain(
      'Your wallet may first ask to add or use Harbour. Nothing moves.',
    )
  })

  it('gets the network request when the person presses the button', async () => {
    const { press, sent, push } = await renderReview()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    expect(sent('useChain')).toEqual([{ chainId: quoteRequest.originChainId }])
    expect(sent('confirm')).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check MetaMask' }).disabled).toBe(true)
    await push({
      kind: 'account',
      account: { ...metaMask, chainId: quoteRequest.originChainId },
      problem: null,
    })
    expect(screen.queryByTestId('chain-step')).toBeNull()
    expect(announced()).toEqual({ count: '2', more: 'false' })
    expect(screen.getByTestId('confirm').textContent).toMatch(/Step 1 of 2$/)
  })

  it('shows that the wallet asks to add the chain', async () => {
    const { press, push } = await renderReview()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    const requesting = { requestId: 'r', method: 'wallet_addEthereumChain', requestedMs: bornMs } as const
    await push({ kind: 'openRequests', openRequests: [requesting] })
    expect(chainStep().dataset.prompt).toBe('addChain')
    expect(chainStep().textContent).toContain('Add Harbour to your wallet')
    expect(screen.getAllByRole('button', { name: 'Check MetaMask' })).toHaveLength(1)
  })

  it('says that the wallet rejected it, and can retry', async () => {
    const { press, push } = await renderReview()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    await push({ kind: 'chainRefused', problem: problem('walletRejected') })
    expect(chainStep().textContent).toContain('You rejected the request')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask MetaMask now' }).disabled).toBe(false)
  })

  it('shows no rejection on the form, where the person may be by then, nor in another review', async () => {
    const { app, press, push, settle, model } = await renderReview()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    model.dispose()
    const next = createReviewModel(app, of)
    await settle()
    draw(<SwapForm app={app}>{null}</SwapForm>)
    await push({ kind: 'chainRefused', problem: problem('walletRejected') })
    expect(screen.queryByTestId('problem')).toBeNull()
    expect([app.start.accountProblem.value, next.chain.problem.value]).toEqual([null, null])
  })

  it('is not mentioned if the wallet is on it', async () => {
    const { sent } = await renderReview(quoteRequest.originChainId)
    expect(sent('refreshChain')).toHaveLength(1)
    expect(screen.queryByTestId('chain-step')).toBeNull()
    expect(announced()).toEqual({ count: '2', more: 'false' })
    expect(screen.getByTestId('confirm').textContent).toMatch(/Step 1 of 2$/)
  })

  it('lists the address of each contract once, at the first request that names it', async () => {
    await renderReview()
    const names = [...screen.getByTestId('step-contracts').querySelectorAll('dt')].map(
      (one) => one.textContent,
    )
    expect(names).toEqual([
      expect.stringMatching(/^Approve exactly .* · Spender: Permit2$/),
      expect.stringMatching(/^Sign the order for .* · Spender: the swap gateway$/),
    ])
    expect(screen.getByTestId('step-contracts').textContent).toMatch(/the swap gateway0x[0-9a-f]{40}$/)
  })
})
