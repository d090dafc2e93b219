import type { Clock } from '../base/time.ts'
import type { OpenRequest, WalletMethod, WalletRef } from './port.ts'

export interface OpenRequests {
  onOpenRequest(requestId: string, method: WalletMethod | null, wallet?: WalletRef | null): void
  /** Ferry brought the page of the requested wallet to the front: the wallet may see the request only now. */
  onFronted(requestId: string): void
  /** At its start Ferry found this request with the wallet, and reads what the wallet did; false after that read. */
  onChecking(requestId: string, isChecking: boolean): void
  now(): readonly OpenRequest[]
}

export function createOpenRequests(
  clock: Clock,
  changed: (openRequest: readonly OpenRequest[]) => void,
): OpenRequests {
  let all: readonly OpenRequest[] = []
  const known = (requestId: string) => all.find((one) => one.requestId === requestId)

  function put(requestId: string, openRequest: OpenRequest | null): void {
    const others = all.filter((one) => one.requestId !== requestId)
    if (openRequest === null && others.length === all.length) return
    all = openRequest === null ? others : [...others, openRequest]
    changed(all)
  }

  return {
    onOpenRequest(requestId, method, wallet) {
      const openRequest = { requestId, method, requestedMs: clock.nowMs(), ...withoutIcon(wallet) }
      const isChecking = known(requestId)?.isChecking === true
      put(requestId, method === null ? null : isChecking ? { ...openRequest, isChecking } : openRequest)
    },
    onFronted(requestId) {
      const requested = known(requestId) ?? { requestId, method: null }
      put(requestId, { ...requested, requestedMs: clock.nowMs(), isFronted: true })
    },
    onChecking(requestId, isChecking) {
      const requested = known(requestId)
      const { isChecking: was = false, ...openRequest } = requested ?? {
        requestId,
        method: null,
        requestedMs: clock.nowMs(),
      }
      if (isChecking) put(requestId, { ...openRequest, isChecking })
      else if (was)
        put(requestId, openRequest.method === null && openRequest.isFronted !== true ? null : openRequest)
    },
    now: () => all,
  }
}

/** Views do not need the icon here, and it may be large. */
function withoutIcon(wallet: WalletRef | null | undefined): Pick<OpenRequest, 'wallet'> {
  if (!wallet) return {}
  const { connector, id, name } = wallet
  return { wallet: { connector, id, name } }
}
