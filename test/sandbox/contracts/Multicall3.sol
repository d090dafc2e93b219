// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// @notice The part of Multicall3 that clients use, with the same selectors and results.
contract Multicall3 {
    struct Call {
        address target;
        bytes callData;
    }

    struct Call3 {
        address target;
        bool allowFailure;
        bytes callData;
    }

    struct Result {
        bool success;
        bytes returnData;
    }

    function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = run(calls[i].target, calls[i].callData);
            require(results[i].success || calls[i].allowFailure, "Multicall3: call failed");
        }
    }

    function tryAggregate(bool requireSuccess, Call[] calldata calls) external payable returns (Result[] memory results) {
        results = new Result[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            results[i] = run(calls[i].target, calls[i].callData);
            require(results[i].success || !requireSuccess, "Multicall3: call failed");
        }
    }

    function getEthBalance(address holder) external view returns (uint256 balance) {
        return holder.balance;
    }

    function getBlockNumber() external view returns (uint256 blockNumber) {
        return block.number;
    }

    function getChainId() external view returns (uint256 chainid) {
        return block.chainid;
    }

    function getCurrentBlockTimestamp() external view returns (uint256 timestamp) {
        return block.timestamp;
    }

    function run(address target, bytes calldata data) private returns (Result memory result) {
        (result.success, result.returnData) = target.call(data);
    }
}
