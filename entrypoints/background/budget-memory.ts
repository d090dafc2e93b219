import type { BudgetMemory } from '../../lib/service/budget.ts'
import { createSpentBudgetItem, type KeyValueArea } from '../../lib/storage/local.ts'

/**
 * Returns the budget's memory in an area. What cannot be read or kept is told, and spent all the same: better a 429
 * than no background at all.
 */
export async function budgetMemory(
  area: KeyValueArea,
  failed: (thrown: unknown) => void,
): Promise<BudgetMemory> {
  const item = createSpentBudgetItem(area)
  const spent = await item.get().catch((thrown: unknown) => {
    failed(thrown)
    return null
  })
  return { spent, keep: (next) => item.set(next).catch(failed) }
}
