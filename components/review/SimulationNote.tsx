import { isSameAddress, nativeAddress, shortenHex } from '../../lib/base/hex.ts'
import { formatExactMoney } from '../../lib/base/money-text.ts'
import type { SimulatedMove, SimulationSummary } from '../../lib/chain/effects.ts'
import type { AppModel } from '../../lib/models/app-model.ts'
import type { Token } from '../../lib/service/token.ts'
import { Hint } from '../parts/Hint.tsx'
import { t } from '../parts/text.ts'

/** False if the simulation moves nothing, and nothing limits what it proves. */
export function isSimulationNotable(simulation: SimulationSummary): boolean {
  if (simulation.kind !== 'measured') return simulation.kind === 'unmeasured'
  const { leaves, arrives, received, isWhole, sources } = simulation
  return leaves.length + arrives.length > 0 || received !== null || !isWhole || sources < 2
}

export function SimulationNote({
  app,
  of,
  simulation,
  chainId,
  tokens,
}: {
  app: AppModel
  /** The simulated transaction. Only for this one does the note say that it moves nothing. */
  of: 'approve' | 'send' | 'cancel' | 'withdraw' | 'revoke'
  simulation: SimulationSummary
  chainId: number
  tokens: readonly Token[]
}) {
  if (simulation.kind === 'nothing') return null
  if (simulation.kind === 'unmeasured') {
    return (
      <Hint tone="warning" data-testid="simulation" data-kind="unmeasured">
        {t('notSimulated')}
      </Hint>
    )
  }
  const { leaves, arrives, received, isWhole, sources } = simulation
  const { currency } = app.start.chainOf(chainId) ?? {}
  const money = ({ token: address, units }: SimulatedMove) => {
    const known = tokens.find((one) => one.chainId === chainId && isSameAddress(one.address, address))
    const token = known ?? (address === nativeAddress ? currency : undefined)
    return token === undefined ? shortenHex(address) : formatExactMoney(units, token)
  }
  const moves = [
    ...leaves.map((move) => `−${money(move)}`),
    ...arrives.map((move) => `+${money(move)}`),
    ...(received === null ? [] : [t('simulatedReceiver', { money: `+${money(received)}` })]),
  ]
  const limits = [...(isWhole ? [] : [t('simulatedListed')]), ...(sources > 1 ? [] : [t('simulatedOnce')])]
  return (
    <Hint tone="passed" data-testid="simulation" data-kind="measured">
      {moves.length === 0 ? (
        <span>{t(`simulatedNothing_${of}`)}</span>
      ) : (
        <>
          <span>{t('simulated')}</span>
          {moves.map((move) => (
            <b key={move} class="numbers">
              {' '}
              {move}
            </b>
          ))}
        </>
      )}
      {limits.map((limit) => (
        <span key={limit}> · {limit}</span>
      ))}
    </Hint>
  )
}
