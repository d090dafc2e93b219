import { screen } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { ReviewScreen } from '../../../../components/review/ReviewScreen.tsx'
import type { ChainPrompt } from '../../../../lib/wallet/port.ts'
import type { ChainAccess } from '../../../../lib/wallet/wallet-capabilities.ts'
import { problem } from '../../../screens/answers.ts'
import type { Answers } from '../../models/fake-client.ts'
import { account, bornMs, quoteFor, quoteRequest, reviewFor, start } from '../../models/fake-data.ts'
import { createTestApp, draw, inBrowser } from '../test-app.tsx'

inBrowser()

const of = { quoteKey: 'quote-100000000', routeKey: 'auto:sign:Automatic', pay: 'wallet' } as const
/** Connected, and last known to be on another chain than the swap's origin. */
const metaMask = {
  ...account,
  chainId: quoteRequest.destinationChainId,
  wallet: { ...account.wallet, id: 'io.metamask', name: 'MetaMask' },
} as typeof account

/** A review on screen with a wallet that answers like this. */
async function renderReview(answers: Partial<Answers>) {
  const review = () => reviewFor(quoteFor(quoteRequest, bornMs), bornMs, { account: metaMask })
  const shown = await createTestApp({
    start: { ...start, account: metaMask },
    answers: { review, ...answers },
  })
  const model = await shown.app.create.review(of)
  await shown.settle()
  draw(<ReviewScreen app={shown.app} model={model} />)
  return shown
}

const sure = (...prompts: readonly ChainPrompt[]): ChainAccess => ({ prompts, mayPromptMore: false })
const atLeast = (...prompts: readonly ChainPrompt[]): ChainAccess => ({ prompts, mayPromptMore: true })
const count = (words: string) => screen.getByRole('heading', { name: `${words} wallet confirmations` })

describe('a wallet that must switch to the origin chain', () => {
  it('counts the network request, and sends it when the person presses the button', async () => {
    let prompts = sure('useChain')
    const { press, sent, client, settle } = await renderReview({ chainPrompts: () => prompts })
    expect(count('3')).toBeDefined()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    expect(sent('useChain')).toEqual([{ chainId: quoteRequest.originChainId }])
    expect(sent('confirm')).toEqual([])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Check MetaMask' }).disabled).toBe(true)
    prompts = sure()
    client.push({
      kind: 'account',
      account: { ...metaMask, chainId: quoteRequest.originChainId },
      problem: null,
    })
    await settle()
    expect(screen.queryByTestId('chain-step')).toBeNull()
    expect(count('2')).toBeDefined()
  })

  it("shows the wallet's request to add the chain, and counts a possible second request", async () => {
    const { press, client, settle } = await renderReview({ chainPrompts: () => atLeast('useChain') })
    expect(count('At least 3')).toBeDefined()
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    const requesting = { requestId: 'r', method: 'wallet_addEthereumChain', requestedMs: bornMs } as const
    client.push({ kind: 'openRequests', openRequests: [requesting] })
    await settle()
    expect(count('At least 3')).toBeDefined()
    const steps = screen.getAllByTestId('chain-step').map((step) => step.dataset.prompt)
    expect(steps).toEqual(['addChain'])
    expect(screen.getAllByRole('button', { name: 'Check MetaMask' })).toHaveLength(1)
  })

  it('says that the wallet rejected it, and can retry', async () => {
    const { press, client, settle } = await renderReview({ chainPrompts: () => sure('useChain') })
    await press(screen.getByRole('button', { name: 'Ask MetaMask now' }))
    client.push({ kind: 'account', account: { ...metaMask }, problem: problem('walletRejected') })
    await settle()
    expect(screen.getByTestId('chain-step').textContent).toContain('You rejected the request in your wallet')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ask MetaMask now' }).disabled).toBe(false)
  })

  it('is not mentioned if the wallet needs no request', async () => {
    await renderReview({ chainPrompts: () => sure() })
    expect(screen.queryByTestId('chain-step')).toBeNull()
    expect(screen.queryByTestId('chain-may')).toBeNull()
    expect(count('2')).toBeDefined()
  })

  it('names the swap gateway, which the wallet shows as the spender of the signature', async () => {
    await renderReview({ chainPrompts: () => sure() })
    expect(screen.getByTestId('review-steps').textContent).toMatch(
      /Spender: the swap gateway · 0x[0-9a-f]{4}…/,
    )
  })

  it.each([
    ['does not say', () => atLeast()],
    ['could not be asked', () => Promise.reject(problem('walletGone'))],
  ])('is promised no number where it %s', async (_how, chainPrompts) => {
    await renderReview({ chainPrompts })
    expect(count('At least 2')).toBeDefined()
    expect(screen.getByTestId('chain-may').textContent).toBe(
      'Your wallet may first ask to add or use Harbour. Nothing moves.',
    )
  })
})
