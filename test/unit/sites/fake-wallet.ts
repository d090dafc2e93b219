import type { FakeWindow } from '../rpc/fake-window.ts'
import { dataUrl, png } from '../tokens/image-fixtures.ts'

/** An EIP-1193 wallet whose answers the test sets. */
export class FakeWallet {
  readonly requests: string[] = []
  readonly listeners = new Map<string, (value: unknown) => void>()
  accounts: readonly string[] = []
  chainId = 1
  knownChains = [1]
  readonly info = { uuid: '0f3a', rdns: 'org.fake', name: 'Fake', icon: dataUrl(png(96, 96)) }
  /** The answer to the last step. */
  answer: (params: readonly unknown[]) => unknown = () => 'done'

  request = async (requests: {
    readonly method: string
    readonly params?: readonly unknown[]
  }): Promise<unknown> => {
    const { method, params = [] } = requests
    this.requests.push(method)
    if (method === 'eth_chainId') return `0x${this.chainId.toString(16)}`
    if (method === 'eth_accounts') return this.accounts
    if (method === 'wallet_switchEthereumChain') return this.switchTo(Number(params[0] && wanted(params[0])))
    if (method === 'wallet_addEthereumChain') {
      this.knownChains.push(wanted(params[0]))
      return null
    }
    return this.answer(params)
  }

  readonly on = (event: string, listener: (value: unknown) => void): void => {
    this.listeners.set(event, listener)
  }

  readonly removeListener = (event: string): void => {
    this.listeners.delete(event)
  }

  /** Holds the answer to the last step until the test gives it. */
  held(): (value: unknown) => void {
    let release: (value: unknown) => void = () => {}
    this.answer = () =>
      new Promise((resolve) => {
        release = resolve
      })
    return (value) => release(value)
  }

  /** Prompts for each switch of the chain until the test approves it. */
  heldSwitch(): () => void {
    let approve: () => void = () => {}
    this.switchTo = (chainId) =>
      new Promise<null>((done) => {
        approve = () => {
          this.chainId = chainId
          done(null)
        }
      })
    return () => approve()
  }

  switchTo(chainId: number): null | Promise<null> {
    if (!this.knownChains.includes(chainId)) throw { code: 4902, message: 'unknown chain' }
    this.chainId = chainId
    return null
  }

  /** Announces itself in a page, now and on each request. */
  enter(page: FakeWindow): void {
    const detail = { info: this.info, provider: { request: this.request, on: this.on } }
    const announce = (): void => {
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
    page.addEventListener('eip6963:requestProvider', announce)
    announce()
  }
}

function wanted(param: unknown): number {
  return Number((param as { chainId: string }).chainId)
}
