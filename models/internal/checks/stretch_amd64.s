#include "go_asm.h"
#include "textflag.h"

// RUNENDS is limit.ends for the limit that SI points to: it leaves in ones what ends returns, and changes earlier. step and done are
// labels.
#define RUNENDS(ones, earlier, step, done) \
	MOVQ    limit_steps(SI), DX; \
	TESTQ   DX, DX; \
	JZ      done; \
	ADDQ    $limit_shifts, SI; \
step: \
	VMOVQ   shift_up(SI), X8; \
	VMOVQ   shift_down(SI), X9; \
	VPSRLQ  X9, earlier, Y10; \
	VPSLLQ  X8, earlier, Y11; \
	VPSLLQ  X8, ones, Y12; \
	VPOR    Y10, Y12, Y12; \
	VPAND   Y11, earlier, earlier; \
	VPAND   Y12, ones, ones; \
	ADDQ    $shift__size, SI; \
	DECQ    DX; \
	JNZ     step; \
done:

// func advanceAVX2(s *stretch)
//
// The outer loop goes over vectors of four targets, the inner one over blocks. So what a block tells the next stays in
// registers: Y0 who is out, Y1 the failures.
TEXT ·advanceAVX2(SB), NOSPLIT, $0-8
	MOVQ s+0(FP), DI
	MOVQ stretch_words(DI), R8
	MOVQ (stretch_Blocks+Blocks_Before)(DI), R9
	MOVQ (stretch_Blocks+Blocks_After)(DI), R10
	MOVQ stretch_targets(DI), R11
	SHLQ $3, R11                  // from block to block of words
	MOVQ (stretch_Blocks+Blocks_Stride)(DI), R12
	SHLQ $3, R12                  // from block to block of before and after
	XORQ BX, BX                   // bytes to the vector's first target
	VPCMPEQD Y15, Y15, Y15        // all ones

vector:
	MOVQ    stretch_out(DI), AX
	VMOVDQU (AX)(BX*1), Y0
	MOVQ    stretch_earlier(DI), AX
	VMOVDQU (AX)(BX*1), Y1
	MOVQ    stretch_failing(DI), AX
	VMOVDQU (AX)(BX*1), Y2
	MOVQ    stretch_used(DI), AX
	VMOVDQU (AX)(BX*1), Y14
	MOVQ    (stretch_Blocks+Blocks_Down)(DI), R13
	MOVQ    (stretch_Blocks+Blocks_Down+8)(DI), CX // how many blocks there are
	MOVQ    BX, AX                // bytes to the block and target in words
	MOVQ    BX, R14               // and in before and after

block:
	VPBROADCASTQ (R13), Y3
	VPAND        Y2, Y3, Y3
	VPOR         (R8)(AX*1), Y3, Y3 // failures

	VMOVDQA Y3, Y4
	VMOVDQA Y1, Y6
	LEAQ    stretch_threshold(DI), SI
	RUNENDS(Y4, Y6, failures, set)
	VPAND   Y14, Y4, Y4             // Y4: set
	VPXOR   Y15, Y3, Y5
	VPXOR   Y15, Y1, Y6
	LEAQ    stretch_rise(DI), SI
	RUNENDS(Y5, Y6, passes, reset)
	VPXOR   Y15, Y5, Y5             // Y5: not reset
	VMOVDQA Y3, Y1

	// The latch. A target is out after a round if it is set, or if it was out before and is not reset.
	VPADDQ  Y4, Y5, Y6
	VPADDQ  Y0, Y6, Y6
	VPXOR   Y4, Y5, Y7
	VPXOR   Y6, Y7, Y6              // before
	VPAND   Y6, Y5, Y7
	VPOR    Y4, Y7, Y7              // after
	VPSRLQ  $63, Y7, Y0
	VMOVDQU Y6, (R9)(R14*1)
	VMOVDQU Y7, (R10)(R14*1)

	ADDQ $8, R13
	ADDQ R11, AX
	ADDQ R12, R14
	DECQ CX
	JNZ  block

	VPBROADCASTQ stretch_valid(DI), Y3 // the last block may have fewer rounds
	SUBQ    R12, R14
	VPAND   Y3, Y6, Y6
	VPAND   Y3, Y7, Y7
	VMOVDQU Y6, (R9)(R14*1)
	VMOVDQU Y7, (R10)(R14*1)

	MOVQ    stretch_out(DI), AX
	VMOVDQU Y0, (AX)(BX*1)
	MOVQ    stretch_earlier(DI), AX
	VMOVDQU Y1, (AX)(BX*1)
	ADDQ    $32, BX
	CMPQ    BX, R12
	JLT     vector

	VZEROUPPER
	RET
