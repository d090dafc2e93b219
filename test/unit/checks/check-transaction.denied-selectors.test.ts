import { toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { deniedSelectors } from '../../../lib/checks/check-transaction.ts'

const permitMany = '((address,uint256)[],uint256,uint256),(address,uint256)[],address'
const permitOne = '((address,uint256),uint256,uint256),(address,uint256),address'

test('each denied call has the selector of the function it names', () => {
  const functions: readonly (readonly [string, string])[] = [
    ['approve', 'approve(address,uint256)'],
    ['transfer', 'transfer(address,uint256)'],
    ['transferFrom', 'transferFrom(address,address,uint256)'],
    ['increaseAllowance', 'increaseAllowance(address,uint256)'],
    ['increaseApproval', 'increaseApproval(address,uint256)'],
    ['approveAndCall', 'approveAndCall(address,uint256)'],
    ['approveAndCall with data', 'approveAndCall(address,uint256,bytes)'],
    ['transferAndCall', 'transferAndCall(address,uint256)'],
    ['transferAndCall with data', 'transferAndCall(address,uint256,bytes)'],
    ['transferFromAndCall', 'transferFromAndCall(address,address,uint256)'],
    ['transferFromAndCall with data', 'transferFromAndCall(address,address,uint256,bytes)'],
    ['ERC-777 send', 'send(address,uint256,bytes)'],
    ['ERC-777 operatorSend', 'operatorSend(address,address,uint256,bytes,bytes)'],
    ['authorizeOperator', 'authorizeOperator(address)'],
    ['setApprovalForAll', 'setApprovalForAll(address,bool)'],
    ['safeTransferFrom', 'safeTransferFrom(address,address,uint256)'],
    ['safeTransferFrom with data', 'safeTransferFrom(address,address,uint256,bytes)'],
    ['ERC-1155 safeTransferFrom', 'safeTransferFrom(address,address,uint256,uint256,bytes)'],
    ['safeBatchTransferFrom', 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)'],
    ['permit', 'permit(address,address,uint256,uint256,uint8,bytes32,bytes32)'],
    ['permit with bytes', 'permit(address,address,uint256,uint256,bytes)'],
    ['permit of DAI', 'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)'],
    ['Permit2 approve', 'approve(address,address,uint160,uint48)'],
    ['Permit2 permit', 'permit(address,((address,uint160,uint48,uint48),address,uint256),bytes)'],
    ['Permit2 permit of many', 'permit(address,((address,uint160,uint48,uint48)[],address,uint256),bytes)'],
    ['Permit2 transferFrom', 'transferFrom(address,address,uint160,address)'],
    ['Permit2 transferFrom of many', 'transferFrom((address,address,uint160,address)[])'],
    ['permitTransferFrom', `permitTransferFrom(${permitOne},bytes)`],
    ['permitWitnessTransferFrom', `permitWitnessTransferFrom(${permitOne},bytes32,string,bytes)`],
    ['permitTransferFrom of many', `permitTransferFrom(${permitMany},bytes)`],
    ['permitWitnessTransferFrom of many', `permitWitnessTransferFrom(${permitMany},bytes32,string,bytes)`],
    ['multicall', 'multicall(bytes[])'],
    ['multicall with deadline', 'multicall(uint256,bytes[])'],
    ['multicall with block hash', 'multicall(bytes32,bytes[])'],
    ['execute', 'execute(bytes,bytes[])'],
    ['execute with deadline', 'execute(bytes,bytes[],uint256)'],
  ]
  const bySelector = functions.map(([name, signature]) => [toFunctionSelector(`function ${signature}`), name])
  expect(deniedSelectors).toEqual(Object.fromEntries(bySelector))
})
