#include "textflag.h"

// One round of eight lanes. A state steps, and where it is below the bound the round's bit is set.
#define ROUND(state, failed, drawn) \
	VPMULLD  Y12, state, state; \
	VPADDD   Y13, state, state; \
	VPCMPGTD state, Y14, drawn; \
	VPAND    Y15, drawn, drawn; \
	VPOR     drawn, failed, failed

// func drawLanesAVX2(failed, states *[32]uint32, multiplier, increment, below uint32)
//
// Four registers hold the states of eight lanes each: a multiplication takes so long that three others can begin meanwhile.
//
// There is no comparison of unsigned numbers, but numbers from which 2^31 is taken away compare as signed ones. So the bound
// and the states are kept that way. Steps are the same for such states: as the multiplier is odd, 2^31 times it is 2^31
// modulo 2^32, and adding 2^31 is taking it away.
TEXT ·drawLanesAVX2(SB), NOSPLIT, $0-28
	MOVQ failed+0(FP), DI
	MOVQ states+8(FP), SI
	MOVL multiplier+16(FP), AX
	VMOVD AX, X12
	VPBROADCASTD X12, Y12
	MOVL increment+20(FP), AX
	VMOVD AX, X13
	VPBROADCASTD X13, Y13
	MOVL below+24(FP), AX
	VMOVD AX, X14
	VPBROADCASTD X14, Y14
	VPCMPEQD Y11, Y11, Y11
	VPSRLD   $31, Y11, Y15      // 1, the bit of the first round
	VPSLLD   $31, Y11, Y11      // 2^31
	VPXOR    Y11, Y14, Y14
	VPXOR    0(SI), Y11, Y0
	VPXOR    32(SI), Y11, Y1
	VPXOR    64(SI), Y11, Y2
	VPXOR    96(SI), Y11, Y3
	VPXOR    Y4, Y4, Y4
	VPXOR    Y5, Y5, Y5
	VPXOR    Y6, Y6, Y6
	VPXOR    Y7, Y7, Y7
	MOVL     $32, CX

round:
	ROUND(Y0, Y4, Y8)
	ROUND(Y1, Y5, Y9)
	ROUND(Y2, Y6, Y10)
	ROUND(Y3, Y7, Y8)
	VPADDD Y15, Y15, Y15
	DECL   CX
	JNZ    round

	VMOVDQU Y4, 0(DI)
	VMOVDQU Y5, 32(DI)
	VMOVDQU Y6, 64(DI)
	VMOVDQU Y7, 96(DI)
	VPXOR   Y11, Y0, Y0
	VPXOR   Y11, Y1, Y1
	VPXOR   Y11, Y2, Y2
	VPXOR   Y11, Y3, Y3
	VMOVDQU Y0, 0(SI)
	VMOVDQU Y1, 32(SI)
	VMOVDQU Y2, 64(SI)
	VMOVDQU Y3, 96(SI)
	VZEROUPPER
	RET
