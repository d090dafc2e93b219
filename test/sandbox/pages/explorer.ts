import {
  type Address,
  createPublicClient,
  erc20Abi,
  formatUnits,
  type Hash,
  http,
  isAddress,
  isHash,
  parseEventLogs,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { SandboxChain } from '../chains/ledger.ts'
import { escapeHtml, factList, pageShell } from './page-shell.ts'

/** The explorer's page for `<chainId>/(tx|address)/<id>`; null if the chain or the transaction is unknown. */
export async function explorerPage(chains: readonly SandboxChain[], path: string): Promise<string | null> {
  const [chainText, kind, id] = path.split('/')
  const chain = chains.find((each) => String(each.chainId) === chainText)
  if (chain === undefined || id === undefined) return null
  if (kind === 'tx' && isHash(id)) return transactionPage(chain, id)
  if (kind === 'address' && isAddress(id)) return addressPage(chain, id)
  return null
}

async function transactionPage(chain: SandboxChain, hash: Hash): Promise<string | null> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const transaction = await client.getTransaction({ hash }).catch(missing(TransactionNotFoundError))
  if (transaction === null) return null
  const receipt = await client.getTransactionReceipt({ hash }).catch(missing(TransactionReceiptNotFoundError))
  const transfers = parseEventLogs({ abi: erc20Abi, logs: receipt?.logs ?? [], eventName: 'Transfer' })
  const state = receipt === null ? 'waiting' : receipt.status === 'success' ? 'succeeded' : 'failed'
  return pageShell(
    `Transaction on ${chain.name}`,
    `<h1>Transaction on ${escapeHtml(chain.name)}</h1>
<div class="card">${factList([
      ['Hash', hash],
      ['State', state],
      ['Block', receipt === null ? 'not mined yet' : String(receipt.blockNumber)],
      ['From', addressLink(chain, transaction.from)],
      ['To', transaction.to === null ? 'a new contract' : addressLink(chain, transaction.to)],
      ['Value', `${formatUnits(transaction.value, 18)} ${escapeHtml(chain.currency.symbol)}`],
      ['Gas used', receipt === null ? 'not known yet' : String(receipt.gasUsed)],
    ])}</div>
${transfers.map((log) => `<div class="card"><h2>Transfer</h2>${transferFacts(chain, log.address, log.args)}</div>`).join('')}`,
  )
}

function transferFacts(
  chain: SandboxChain,
  tokenAddress: Address,
  transfer: { readonly from: Address; readonly to: Address; readonly value: bigint },
): string {
  return factList([
    ['Amount', escapeHtml(amountText(chain, tokenAddress, transfer.value))],
    ['From', addressLink(chain, transfer.from)],
    ['To', addressLink(chain, transfer.to)],
  ])
}

async function addressPage(chain: SandboxChain, address: Address): Promise<string> {
  const client = createPublicClient({ transport: http(chain.rpcUrl) })
  const tokens = chain.tokens.filter((token) => token.kind !== 'native')
  const [balance, nonce, code, ...held] = await Promise.all([
    client.getBalance({ address }),
    client.getTransactionCount({ address }),
    client.getCode({ address }),
    ...tokens.map((token) =>
      client.readContract({
        address: token.address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    ),
  ])
  return pageShell(
    `Address on ${chain.name}`,
    `<h1>Address on ${escapeHtml(chain.name)}</h1>
<div class="card">${factList([
      ['Address', address],
      ['Kind', code === undefined ? 'account' : 'contract'],
      ['Transactions', String(nonce)],
      [chain.currency.name, `${formatUnits(balance, 18)} ${escapeHtml(chain.currency.symbol)}`],
      ...tokens.map((token, index): [string, string] => [
        token.name,
        escapeHtml(amountText(chain, token.address, held[index] ?? 0n)),
      ]),
    ])}</div>`,
  )
}

function amountText(chain: SandboxChain, tokenAddress: Address, amountUnits: bigint): string {
  const token = chain.tokens.find((each) => each.address.toLowerCase() === tokenAddress.toLowerCase())
  return token === undefined
    ? `${amountUnits} units of ${tokenAddress}`
    : `${formatUnits(amountUnits, token.decimals)} ${token.symbol}`
}

function addressLink(chain: SandboxChain, address: Address): string {
  return `<a href="/explorer/${chain.chainId}/address/${address}">${address}</a>`
}

/** Turns one kind of error into null and rethrows every other. */
function missing(kind: new (...args: never[]) => Error): (thrown: unknown) => null {
  return (thrown) => {
    if (thrown instanceof kind) return null
    throw thrown
  }
}
