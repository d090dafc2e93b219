import type { Deployment } from '../deployment/schema.ts'
import type { HistoryItem, HistoryLeg } from '../service/history.ts'
import { configureToken, findTokenContradiction } from '../tokens/configure-token.ts'

/**
 * Returns a past request with its tokens named by the deployment file. A side with a token that contradicts the file is left
 * out: its amounts may be false too, and another leg must not take the place of the first one.
 */
export function withConfiguredTokens(deployment: Deployment, item: HistoryItem): HistoryItem {
  const configureSide = (legs: readonly HistoryLeg[]) =>
    legs.some(({ token }) => findTokenContradiction(deployment, token) !== null)
      ? []
      : legs.map((leg) => ({ ...leg, token: configureToken(deployment, leg.token) }))
  return {
    ...item,
    input: configureSide(item.input),
    intermediateSwap: configureSide(item.intermediateSwap),
    output: configureSide(item.output),
  }
}
