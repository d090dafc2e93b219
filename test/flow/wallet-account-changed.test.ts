import { describe, expect, test } from 'vitest'
import { signedRequest, startSwap } from '../harness/actions.ts'
import { account, stranger, user } from '../harness/chains.ts'

const other = stranger.address.toLowerCase()

async function startSilentSignature() {
  const { world, id } = await startSwap(signedRequest, { allowed: true, behaviours: ['silent'] })
  return { world, id, before: await world.waitForState(id, 'sign_requested') }
}

describe('when the wallet no longer shares the account', () => {
  test('continues when the wallet shares no account, because it may only be locked', async () => {
    const { world, id, before } = await startSilentSignature()
    await world.run.accountsChanged(account.wallet, [])
    expect(await world.readOrder(id)).toEqual(before)
    await world.run.accountsChanged(account.wallet, [user])
    await world.wallet.decide(before.walletRequest?.requestId ?? '', 'yes')
    expect(await world.waitForEnd(id)).toMatchObject({ statusCode: 4 })
  })

  test('changes nothing for another wallet, or while the account is still among those that the wallet shares', async () => {
    const { world, id, before } = await startSilentSignature()
    await world.run.accountsChanged(account.wallet, [user.toUpperCase().replace('0X', '0x')])
    await world.run.accountsChanged(account.wallet, [other, user])
    await world.run.accountsChanged({ ...account.wallet, id: 'another' }, [other])
    await world.run.accountsChanged({ ...account.wallet, connector: 'extension' }, [other])
    await world.run.accountsChanged({ ...account.wallet, origin: 'https://another.example' }, [other])
    expect(await world.readOrder(id)).toEqual(before)
  })
})
