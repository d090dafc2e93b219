import { expect, test } from 'vitest'
import { confirmReview } from '../../lib/order/confirm-review.ts'
import type { ReviewChoice } from '../../lib/review/review.ts'
import { createFundedWorld, signedRequest } from '../harness/actions.ts'
import { account } from '../harness/chains.ts'

const receiver = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const receiverRequest = { ...signedRequest, receiverAddress: receiver }
const proposedBy = { swapId: 'swap-1', origin: 'https://shop.example' }
const question = { origin: proposedBy.origin, choices: ['000000', 'dc79c8', '111111'] }

async function reviewProposal(proposal: ReviewChoice) {
  const world = await createFundedWorld(receiverRequest)
  const made = await world.createReview(receiverRequest, account, proposal)
  const confirm = (consent: string | null, end: string | null) =>
    confirmReview(made.reviewKey, account, world.reviewPorts, { consent, receiverEnding: end })
  return { world, made, confirm }
}

test('stores the proposing site on the order', async () => {
  const { confirm } = await reviewProposal({ proposal: { proposedBy, receiverChoice: null } })
  expect(await confirm(null, null)).toMatchObject({ proposedBy, state: 'confirmed' })
})

test('confirms the receiver that a page named only by its last characters', async () => {
  const { confirm, world } = await reviewProposal({ proposal: { proposedBy, receiverChoice: question } })
  await expect(confirm(null, null)).rejects.toMatchObject({ data: { code: 'receiverNotPicked' } })
  await expect(confirm('yes', null)).rejects.toMatchObject({ data: { code: 'receiverNotPicked' } })
  expect(await confirm(null, 'dc79c8')).toMatchObject({
    reviewed: { request: { receiverAddress: receiver } },
  })
  expect(world.wallet.prompts).toEqual([])
})

test('ends the review at a wrong pick, so that trying all three is impossible', async () => {
  const { confirm } = await reviewProposal({ proposal: { proposedBy, receiverChoice: question } })
  await expect(confirm(null, '000000')).rejects.toMatchObject({ data: { code: 'receiverNotPicked' } })
  await expect(confirm(null, 'dc79c8')).rejects.toMatchObject({ data: { code: 'quoteExpired' } })
})
