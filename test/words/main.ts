import { checkTexts } from './check-texts.ts'

const { count, faults } = checkTexts()
for (const fault of faults) console.log(fault)
console.log(`${count} strings, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
