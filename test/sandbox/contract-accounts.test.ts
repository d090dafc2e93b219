import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  hashTypedData,
  keccak256,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { accounts } from './chains/chain-book.ts'
import { chainClient } from './chains/chain-client.ts'
import { compileContracts, compiledContract } from './chains/compile.ts'
import { primaryType, requestTypes } from './chains/request-types.ts'
import {
  approve,
  chainOf,
  person,
  type RequestParts,
  requestOf,
  tokenOf,
  unitsOf,
} from './chains/test-requests.ts'
import { liveReader } from './live-reader.ts'
import { useLiveSandbox } from './use-sandbox.ts'

const kind = 'SINGLE_OUTPUT_REQUEST'
const units = 5n
const partner = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 1,
})

const { ledger, deployment } = (await useLiveSandbox()).sandbox
const compiled = await compileContracts()
const harbour = chainOf(ledger, 'Harbour')
const client = chainClient(harbour.rpcUrl)
const reader = liveReader(deployment)

async function deploy(name: string, args: readonly unknown[]): Promise<Address> {
  const { abi, bytecode } = compiledContract(compiled, name)
  const nonce = await client.reads.getTransactionCount({ address: accounts.person })
  const data = encodeDeployData({ abi, bytecode, args })
  await client.send({ from: accounts.person, to: undefined, data, valueUnits: 0n })
  return getContractAddress({ from: accounts.person, nonce: BigInt(nonce) }).toLowerCase() as Address
}

function swapBy(sender: Address) {
  const nonce = Math.floor(Date.now() / 1_000)
  const inputToken = tokenOf(harbour, 'USDC').address
  const wanted: RequestParts = {
    kind,
    origin: harbour,
    inputToken,
    inputUnits: units,
    nonce,
    deadlineSeconds: nonce + 600,
    sender,
  }
  const witness = requestOf(wanted)
  const types: { [typeName: string]: readonly { name: string; type: string }[] } = requestTypes[kind]
  const digest = hashTypedData({
    domain: { name: 'Permit2', chainId: harbour.chainId, verifyingContract: harbour.permit2 },
    types,
    primaryType,
    message: {
      permitted: { token: inputToken, amount: `${units}` },
      spender: harbour.gateway,
      nonce: `${nonce}`,
      deadline: wanted.deadlineSeconds,
      witness,
    },
  })
  const isTaken = (signature: Hex): Promise<boolean> =>
    ledger.extractSigned(kind, witness, signature).then(
      () => true,
      () => false,
    )
  return { digest, isTaken }
}

/** A hash that names the account, as accounts use that share an owner's key with others. */
const bound = (account: Address, digest: Hex): Hex =>
  keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [account, digest]))

/** Delegates the person's own account (EIP-7702). */
async function delegate(name: string): Promise<void> {
  const to = await deploy(name, [])
  await client.setCode(accounts.person, concatHex(['0xef0100', to]))
  await approve(harbour, tokenOf(harbour, 'USDC').address, harbour.permit2, units)
}

const says = (account: Address, digest: Hex, signature: Hex) =>
  reader.isValidSignature(harbour.chainId, account, digest, signature)

describe('an account with code: Ferry accepts exactly the signatures that Permit2 accepts', () => {
  test('accepts plain signatures of a delegated account (EIP-7702)', async () => {
    await delegate('OpenDelegate')
    const { digest, isTaken } = swapBy(accounts.person)
    const signature = await person.sign({ hash: digest })
    expect((await reader.codeAt(harbour.chainId, accounts.person)).length).toBeGreaterThan(2)
    expect(await says(accounts.person, digest, await partner.sign({ hash: digest }))).toBe(false)
    expect(await says(accounts.person, digest, signature)).toBe(true)
    const before = await unitsOf(ledger, harbour, tokenOf(harbour, 'USDC').address)
    expect(await isTaken(signature)).toBe(true)
    expect(await unitsOf(ledger, harbour, tokenOf(harbour, 'USDC').address)).toBe(before - units)
  })

  test('refuses plain signatures of a delegated account with its own rules (EIP-7702)', async () => {
    await delegate('StrictDelegate')
    const { digest, isTaken } = swapBy(accounts.person)
    const plain = await person.sign({ hash: digest })
    expect(await says(accounts.person, digest, plain)).toBe(false)
    expect(await isTaken(plain)).toBe(false)
    const named = await person.sign({ hash: bound(accounts.person, digest) })
    expect(await says(accounts.person, digest, named)).toBe(true)
    expect(await isTaken(named)).toBe(true)
  })

  test("accepts the owner's signature for an account of one owner (EIP-1271)", async () => {
    const account = await deploy('OwnedAccount', [accounts.person])
    const token = tokenOf(harbour, 'USDC').address
    const { abi } = compiledContract(compiled, 'OwnedAccount')
    const from = accounts.person
    await client.call({ from, to: token, abi: erc20Abi, functionName: 'transfer', args: [account, units] })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [harbour.permit2, units],
    })
    await client.call({ from, to: account, abi, functionName: 'execute', args: [token, 0n, data] })
    const { digest, isTaken } = swapBy(account)
    const signature = await person.sign({ hash: bound(account, digest) })
    expect(await says(account, digest, signature)).toBe(true)
    expect(await isTaken(signature)).toBe(true)
    expect(await unitsOf(ledger, harbour, token, account)).toBe(0n)
    expect(await says(account, digest, await person.sign({ hash: digest }))).toBe(false)
    expect(await says(account, digest, await partner.sign({ hash: bound(account, digest) }))).toBe(false)
  })

  test('accepts both signatures in a row for an account of two owners', async () => {
    const account = await deploy('SharedAccount', [accounts.person, partner.address])
    const { digest } = swapBy(account)
    const [mine, theirs] = [await person.sign({ hash: digest }), await partner.sign({ hash: digest })]
    expect(await says(account, digest, concatHex([mine, theirs]))).toBe(true)
    // A contract that reverts refuses the signature.
    for (const wrong of [mine, theirs, concatHex([theirs, mine])]) {
      expect(await says(account, digest, wrong)).toBe(false)
    }
  })
})
