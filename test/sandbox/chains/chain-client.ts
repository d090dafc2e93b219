import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  encodeFunctionData,
  type Hash,
  type Hex,
  http,
  numberToHex,
  type PublicClient,
} from 'viem'
import { hungWaitMs } from '../../hang-limits.ts'

interface Sending {
  readonly from: Address
  /** `undefined` creates a contract. */
  readonly to: Address | undefined
  readonly data: Hex
  readonly valueUnits: bigint
  readonly gasUnits?: bigint
}

interface Calling {
  readonly from: Address
  readonly to: Address
  readonly abi: Abi
  readonly functionName: string
  readonly args: readonly unknown[]
  readonly valueUnits?: bigint
}

/** The sandbox's operations on one chain: viem's reads, sends from unlocked accounts, anvil's controls. */
export interface ChainClient {
  readonly rpcUrl: string
  readonly reads: PublicClient
  /** Sends and waits until it is mined; throws if it reverts. */
  send(sending: Sending): Promise<Hash>
  /** Like `send`, but simulated first; throws an Error with the contract's reason. One call at a time. */
  call(calling: Calling): Promise<Hash>
  setCode(address: Address, code: Hex): Promise<void>
  setBalance(address: Address, units: bigint): Promise<void>
  snapshot(): Promise<Hex>
  /**
   * Restores a snapshot, which consumes it, and sets the clock to the real time. Returns a new snapshot of
   * the same state.
   */
  revert(snapshot: Hex): Promise<Hex>
}

type Request = (requests: { method: string; params: readonly unknown[] }) => Promise<unknown>

interface Receipt {
  readonly status: '0x0' | '0x1'
}

const pollMs = 5

export function chainClient(rpcUrl: string): ChainClient {
  const reads = createPublicClient({ transport: http(rpcUrl, { retryCount: 0, timeout: hungWaitMs }) })
  const request = reads.request as Request

  const send = async ({ from, to, data, valueUnits, gasUnits }: Sending): Promise<Hash> => {
    const transaction = {
      from,
      data,
      value: numberToHex(valueUnits),
      ...(to === undefined ? {} : { to }),
      ...(gasUnits === undefined ? {} : { gas: numberToHex(gasUnits) }),
    }
    const hash = (await request({ method: 'eth_sendTransaction', params: [transaction] })) as Hash
    const untilMs = performance.now() + hungWaitMs
    for (;;) {
      const receipt = (await request({
        method: 'eth_getTransactionReceipt',
        params: [hash],
      })) as Receipt | null
      if (receipt?.status === '0x1') return hash
      if (receipt !== null) throw new Error(`transaction ${hash} reverted`)
      if (performance.now() > untilMs) throw new Error(`transaction ${hash} was not mined`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
  }

  const callNow = async ({ from, to, abi, functionName, args, valueUnits = 0n }: Calling): Promise<Hash> => {
    try {
      // Simulates on the pending block, because a deadline is compared with its time, not with the last
      // block's.
      const blockTag = 'pending'
      await reads.simulateContract({
        address: to,
        abi,
        functionName,
        args,
        account: from,
        value: valueUnits,
        blockTag,
      })
    } catch (error) {
      throw new Error(revertReason(error), { cause: error })
    }
    return send({ from, to, data: encodeFunctionData({ abi, functionName, args }), valueUnits })
  }

  /** The clock is reset with the state, but deadlines follow the real time. */
  async function setClock(): Promise<void> {
    for (;;) {
      const nowMs = Date.now()
      await request({ method: 'anvil_setTime', params: [nowMs] })
      // anvil counts whole seconds. If a second passes during the call, the clock would stay behind.
      if (Math.floor(Date.now() / 1000) === Math.floor(nowMs / 1000)) return
    }
  }

  // One after the other, so that the simulated state still holds when the transaction is sent.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work, work)
    last = result.catch(() => undefined)
    return result
  }

  return {
    rpcUrl,
    reads,
    send,
    call: (calling) => inTurn(() => callNow(calling)),
    setCode: async (address, code) => {
      await request({ method: 'anvil_setCode', params: [address, code] })
    },
    setBalance: async (address, units) => {
      await request({ method: 'anvil_setBalance', params: [address, numberToHex(units)] })
    },
    snapshot: async () => (await request({ method: 'evm_snapshot', params: [] })) as Hex,
    revert: (snapshot) =>
      inTurn(async () => {
        await request({ method: 'anvil_dropAllTransactions', params: [] })
        if ((await request({ method: 'evm_revert', params: [snapshot] })) !== true) {
          throw new Error(`${rpcUrl} does not know the snapshot ${snapshot}`)
        }
        const next = (await request({ method: 'evm_snapshot', params: [] })) as Hex
        await setClock()
        await request({ method: 'evm_mine', params: [] })
        return next
      }),
  }
}

function revertReason(error: unknown): string {
  if (!(error instanceof BaseError)) return String(error)
  const reverted = error.walk((inner) => inner instanceof ContractFunctionRevertedError)
  if (!(reverted instanceof ContractFunctionRevertedError)) return error.shortMessage
  const { data, reason } = reverted
  if (data === undefined || data.errorName === 'Error') return reason ?? reverted.shortMessage
  return `${data.errorName}(${(data.args ?? []).join(', ')})`
}
