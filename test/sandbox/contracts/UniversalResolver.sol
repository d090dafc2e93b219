// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

/// @notice ENS' universal resolver with registry and public resolver in one contract. Everyone may set a record: no money
/// depends on it.
contract UniversalResolver {
    error ResolverNotFound(bytes name);
    error ResolverError(bytes errorData);

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

    /// @param name DNS-encoded.
    /// @param call The call to the name's resolver.
    /// @dev As in ENS, names without an owner have no resolver.
    function resolve(bytes calldata name, bytes calldata call) external view returns (bytes memory, address) {
        if (mainRecords[nodeAt(name, 0)] == address(0)) revert ResolverNotFound(name);
        (bool isAnswered, bytes memory answer) = address(this).staticcall(call);
        if (!isAnswered) revert ResolverError(answer);
        return (answer, address(this));
    }

    function addr(bytes32 node) external view returns (address) {
        return mainRecords[node];
    }

    function addr(bytes32 node, uint256 coinType) external view returns (bytes memory) {
        return coinRecords[node][coinType];
    }

    function nodeAt(bytes calldata name, uint256 at) private pure returns (bytes32) {
        uint256 length = uint8(name[at]);
        if (length == 0) return 0;
        uint256 end = at + 1 + length;
        return keccak256(abi.encodePacked(nodeAt(name, end), keccak256(name[at + 1:end])));
    }
}
