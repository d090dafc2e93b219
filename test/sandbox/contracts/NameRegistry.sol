// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// @notice The ENS registry and a public resolver in one contract. Everyone may set a record: no money depends on it.
contract NameRegistry {
    mapping(bytes32 => address) private mainRecords;
    mapping(bytes32 => mapping(uint256 => bytes)) private coinRecords;

    constructor(bytes32[] memory nodes, address[] memory owners) {
        for (uint256 i = 0; i < nodes.length; i++) mainRecords[nodes[i]] = owners[i];
    }

    function setAddr(bytes32 node, address owner) external {
        mainRecords[node] = owner;
    }

    function setAddr(bytes32 node, uint256 coinType, bytes calldata record) external {
        coinRecords[node][coinType] = record;
    }

    /// @dev As ENS does, names without an owner have no resolver.
    function resolver(bytes32 node) external view returns (address) {
        return mainRecords[node] == address(0) ? address(0) : address(this);
    }

    function addr(bytes32 node) external view returns (address) {
        return mainRecords[node];
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return coinRecords[node][coinType];
    }
}
